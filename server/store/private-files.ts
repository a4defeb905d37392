import { chmodSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Permissions that new files and folders do not get: those of the group and of others. */
const OWNER_ONLY = 0o077
const FILE_MODE = 0o600

/**
 * Keeps a data folder's files to the user that runs this process: those that are there get mode 0600, and all that this
 * process makes from now on get no more. Journal and database hold names, prices and encrypted keys.
 */
export function keepFilesPrivate(dataDir: string): void {
  process.umask(OWNER_ONLY)
  for (const file of readdirSync(dataDir, { recursive: true, withFileTypes: true })) {
    if (file.isFile()) keepPrivate(join(file.parentPath, file.name))
  }
}

/** A file of another user that shares the folder on purpose keeps its mode. */
function keepPrivate(path: string): void {
  try {
    chmodSync(path, FILE_MODE)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  }
}
