import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Database } from './database.ts'

/** Encrypts secrets at rest (AES-256-GCM) and computes the keyed hashes that they are found by. */
export interface Vault {
  /** Distinguishes keys without revealing anything about them. */
  readonly keyId: string
  /** Text → `v1.<key id>.<iv>.<tag and ciphertext>`, base64url. */
  encrypt(text: string): string
  /** Throws when the text was encrypted with another key. */
  decrypt(sealed: string): string
  /** HMAC-SHA-256 in hex: equal texts give equal hashes, which reveal nothing else. */
  hash(text: string): string
}

/** Name of the key file in `DATA_DIR`. */
export const KEY_FILE = 'secret.key'

/** Opens the vault with `SECRET_KEY`, or with a 0600 key file that is created on first start. */
export function openVault(options: { secretKey?: string | undefined; dataDir: string }): Vault {
  return createVault(options.secretKey ?? readOrCreateKeyFile(join(options.dataDir, KEY_FILE)))
}

/** Creates the vault of a passphrase, or of a key file's bytes. */
export function createVault(key: string | Buffer): Vault {
  const master = Buffer.from(key)
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', master, 'switchyard', purpose, 32))
  const encryptionKey = derive('encryption')
  const indexKey = derive('index')
  const keyId = createHash('sha256').update(encryptionKey).digest('hex').slice(0, 8)
  return {
    keyId,
    encrypt(text) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, iv)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `v1.${keyId}.${iv.toString('base64url')}.${Buffer.concat([cipher.getAuthTag(), body]).toString('base64url')}`
    },
    decrypt(sealed) {
      const [version, id, iv, body] = sealed.split('.')
      if (version !== 'v1' || id !== keyId || !iv || !body) {
        throw new Error(
          `a stored secret was encrypted with another key (${id ?? '?'}, this one is ${keyId}): set the SECRET_KEY it was made ` +
            `with, or if there was none put the former ${KEY_FILE} back into DATA_DIR`,
        )
      }
      const bytes = Buffer.from(body, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, Buffer.from(iv, 'base64url'))
      decipher.setAuthTag(bytes.subarray(0, 16))
      return Buffer.concat([decipher.update(bytes.subarray(16)), decipher.final()]).toString('utf8')
    },
    hash: (text) => createHmac('sha256', indexKey).update(text).digest('hex'),
  }
}

/** Reads a key file. Creates it if missing, flushed to disk before anything is encrypted with it. */
export function readOrCreateKeyFile(path: string): Buffer {
  if (existsSync(path)) return readFileSync(path)
  mkdirSync(dirname(path), { recursive: true })
  const key = randomBytes(32)
  writeFileSync(path, key, { mode: 0o600, flag: 'wx', flush: true })
  chmodSync(path, 0o600)
  return key
}

/**
 * Throws when the key cannot decrypt what is stored. Otherwise a lost key file or a changed SECRET_KEY would show
 * only later, as channels and tokens that fail one by one.
 */
export async function checkVaultKey(db: Database, vault: Vault): Promise<void> {
  for (const table of ['channels', 'tokens'] as const) {
    const row = await db.selectFrom(table).select('key').limit(1).executeTakeFirst()
    if (row) vault.decrypt(row.key)
  }
}
