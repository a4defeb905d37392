import { readFileSync } from 'node:fs'

const MIN_PASSPHRASE = 12
const MIN_KEY_BYTES = 16

/**
 * Returns the secret of a backup: the bytes of a key file, or else the passphrase. Throws an error with instructions
 * when there is none, or one that could be guessed.
 */
export function readBackupSecret(keyFile: string | undefined, passphrase: string | undefined): Buffer {
  if (keyFile) {
    const bytes = readFileSync(keyFile)
    if (bytes.length >= MIN_KEY_BYTES) return bytes
    throw new Error(
      `the key file ${keyFile} has less than ${MIN_KEY_BYTES} bytes: make one with openssl rand -out FILE 32`,
    )
  }
  if (!passphrase) {
    throw new Error(
      'set BACKUP_PASSPHRASE, or give --key-file FILE (openssl rand -out FILE 32 makes one): backups are encrypted',
    )
  }
  if (passphrase.length >= MIN_PASSPHRASE) return Buffer.from(passphrase)
  throw new Error(`BACKUP_PASSPHRASE has less than ${MIN_PASSPHRASE} characters`)
}
