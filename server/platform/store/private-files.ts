import { chmodSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Permissions removed from new files and folders: those of the group and of others. */
const OWNER_ONLY = 0o077
const FILE_MODE = 0o600

/**
 * Restricts a data folder's files to the user that runs this process: existing files get mode 0600, and everything
 * that this process creates from now on gets no more. Journal and database hold names, prices and encrypted keys.
 */
export function restrictFiles(dataDir: string): void {
  process.umask(OWNER_ONLY)
  for (const file of readdirSync(dataDir, { recursive: true, withFileTypes: true })) {
    if (file.isFile()) restrictFile(join(file.parentPath, file.name))
  }
}

/** A file of another user, who shares the folder on purpose, keeps its mode. */
function restrictFile(path: string): void {
  try {
    chmodSync(path, FILE_MODE)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  }
}
