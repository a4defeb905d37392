import { createHash } from 'node:crypto'
import type { Vault } from '../../platform/store/vault.ts'

/**
 * Derives a secret of 43 characters from a text and this installation's key, so that no table stores it. It is not
 * the keyed hash itself, which finds stored values and must not leave the server.
 */
export function derivedSecret(vault: Vault, text: string): string {
  return createHash('sha256').update(vault.hash(text)).digest('base64url')
}
