import { createHash } from 'node:crypto'
import type { Vault } from '../store/vault.ts'

/**
 * A secret of 43 characters that follows from a text and this installation's key, so that no table holds it. Not the
 * keyed hash itself: that finds what is stored, and must not get out.
 */
export function derivedSecret(vault: Vault, text: string): string {
  return createHash('sha256').update(vault.index(text)).digest('base64url')
}
