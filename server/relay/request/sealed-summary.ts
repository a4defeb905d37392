import { SUMMARY_MARK } from '../../dialects/responses/compaction.ts'
import type { Vault } from '../../store/vault.ts'

/** A summary of a conversation as its user carries it: encrypted, and bound to the user. */
export const sealSummary = (text: string, user: number, vault: Vault): string =>
  SUMMARY_MARK + vault.encrypt(JSON.stringify({ user, text }))

/** The text of a summary; undefined = it is another user's, was changed, or was sealed with another key. */
export function openSummary(sealed: string, user: number, vault: Vault): string | undefined {
  try {
    const opened: unknown = JSON.parse(vault.decrypt(sealed.slice(SUMMARY_MARK.length)))
    const { user: owner, text } = opened as { user: number; text: string }
    return owner === user ? text : undefined
  } catch {
    return undefined
  }
}
