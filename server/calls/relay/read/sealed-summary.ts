import { SUMMARY_MARK } from '../../../formats/dialects/responses/compaction.ts'
import type { Vault } from '../../../platform/store/vault.ts'

/** Seals the summary of a conversation, which its user keeps: encrypted, and bound to the user. */
export const sealSummary = (text: string, user: number, vault: Vault): string =>
  SUMMARY_MARK + vault.encrypt(JSON.stringify({ user, text }))

/**
 * Returns the text of a summary; undefined = it belongs to another user, was changed, or was sealed with another
 * key.
 */
export function openSummary(sealed: string, user: number, vault: Vault): string | undefined {
  try {
    const opened: unknown = JSON.parse(vault.decrypt(sealed.slice(SUMMARY_MARK.length)))
    const { user: owner, text } = opened as { user: number; text: string }
    return owner === user ? text : undefined
  } catch {
    return undefined
  }
}
