import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { LAST_BACKUP_FILE } from '../backup/manifest.ts'
import { type Finding, findingsOf } from './finding.ts'

/** SQLite's words for a damaged file: https://www.sqlite.org/rescode.html. */
export const DAMAGE = /malformed|not a database|disk I\/O error|SQLITE_(?:CORRUPT|NOTADB|IOERR)/i

/** The head of a file: https://www.sqlite.org/fileformat.html#the_database_header. */
const HEAD_BYTES = 100
const MAGIC = 'SQLite format 3\0'
const PAGE_SIZE_AT = 16
const PAGES_AT = 28

/** What is wrong with the SQLite file of a data folder before it is opened, which would change it; undefined = nothing is seen. */
export function sqliteProblem(dataDir: string): Finding | undefined {
  const { error } = findingsOf('database')
  const path = join(dataDir, 'switchyard.db')
  const facts = statSync(path, { throwIfNoEntry: false })
  if (!facts) {
    return error(
      `there is no database in ${dataDir}`,
      `set DATA_DIR or DATABASE_URL to the value of the server; if the file is lost, ${adviceAgainstDamage(dataDir)}`,
    )
  }
  const damaged = (text: string) => error(`${path} ${text}`, adviceAgainstDamage(dataDir))
  if (!facts.isFile()) return damaged('is not a file')
  if (facts.size < HEAD_BYTES) return damaged('is empty or truncated')
  try {
    const head = readHead(path)
    if (head.toString('latin1', 0, MAGIC.length) !== MAGIC) {
      return damaged('is not a SQLite database, or its first page is damaged')
    }
    const pageSize = head.readUInt16BE(PAGE_SIZE_AT)
    const bytes = head.readUInt32BE(PAGES_AT) * (pageSize === 1 ? 65_536 : pageSize)
    // Pages that are missing may wait in the log of writes.
    const hasLog = (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
    return facts.size < bytes && !hasLog ? damaged(`is truncated: ${facts.size} of ${bytes} bytes exist`) : undefined
  } catch (cause) {
    return error(`${path} cannot be read: ${(cause as Error).message}`, 'run this command as the server’s user')
  }
}

function readHead(path: string): Buffer {
  const file = openSync(path, 'r')
  try {
    const head = Buffer.alloc(HEAD_BYTES)
    readSync(file, head, 0, HEAD_BYTES, 0)
    return head
  } finally {
    closeSync(file)
  }
}

/** What to do about a damaged file, with the backup to take if one was made of this data folder. */
export function adviceAgainstDamage(dataDir: string): string {
  const backup = lastBackup(dataDir)
  const from = backup
    ? `the last backup, ${backup.file} of ${backup.made}`
    : 'the latest backup (none is recorded here)'
  return `stop the server, keep a copy of ${dataDir}, check the disk, and restore ${from}: switchyard restore ${backup?.file ?? 'FILE'} with an empty DATA_DIR`
}

function lastBackup(dataDir: string): { file: string; made: string } | undefined {
  try {
    const { file, made } = JSON.parse(readFileSync(join(dataDir, LAST_BACKUP_FILE), 'utf8'))
    return statSync(String(file), { throwIfNoEntry: false }) && { file: String(file), made: String(made) }
  } catch {
    return undefined
  }
}
