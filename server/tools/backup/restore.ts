import { createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import type { Config } from '../../platform/config.ts'
import { isEmptyPostgres, loadPostgres, type PostgresTarget } from '../../platform/store/copy/postgres-load.ts'
import { findSqliteDamage } from '../../platform/store/copy/sqlite-copy.ts'
import { type DataLock, lockWhenEnded } from '../../platform/store/data-lock.ts'
import { openStore } from '../../platform/store/database.ts'
import { createVault, KEY_FILE } from '../../platform/store/vault.ts'
import { type ReadEntry, readArchive } from './archive.ts'
import { ENTRY, type Manifest, readManifest, SQLITE_FILE } from './manifest.ts'
import { returnLeasesOfOthers } from './return-leases.ts'
import { type BackupHeader, openSealed, UnreadableBackup } from './sealed-file.ts'

/** What was restored, or read. */
export interface RestoreReport extends BackupHeader {
  nodeId: string | undefined
  /** Rows by table, of PostgreSQL. */
  rows: number
  /** Bytes of the files that belong into the data folder, or would. */
  bytes: number
}

type Target = Pick<Config, 'dataDir' | 'databaseUrl' | 'secretKey'>

/** Where files lie until all of a backup is read; on the same disk as their place. */
const STAGING = '.restoring'
/** What a restore that fails takes away again. */
const OWN = ['node.id', KEY_FILE, SQLITE_FILE, 'journal', 'server.lock']
/** What may be in an empty data folder. */
const HARMLESS = [STAGING, 'server.lock', 'server.ending', 'lost+found']
/** Names of the entries that become files. */
const FILE = /^(?:node\.id|secret\.key|switchyard\.db|journal\/(?:[0-9a-f]{1,40}-\d{1,3}\/)?\d{1,15}\.log)$/

/** Reads a backup to its end without keeping anything. Throws when it could not be restored. */
export async function checkBackup(file: string, secret: Buffer): Promise<RestoreReport> {
  const { header, read } = await openSealed(file, secret)
  return readBackup(read, header, async (_, entries) => {
    const sum = { rows: 0, bytes: 0 }
    for await (const { name, content } of entries) {
      const isRows = name.startsWith(ENTRY.rows)
      for await (const part of content) {
        if (isRows) sum.rows += countLines(part)
        else sum.bytes += part.length
      }
    }
    return sum
  })
}

/**
 * Restores a backup into an empty data folder and, if it is one of PostgreSQL, an empty database. Nothing gets its
 * place before the whole backup is read and authenticated. Where it fails, it leaves
 * nothing behind. Throws an error with instructions.
 */
export async function restore(
  target: Target,
  file: string,
  secret: Buffer,
  tell: (message: string) => void = () => {},
): Promise<RestoreReport> {
  const { dataDir, databaseUrl } = target
  const { header, read } = await openSealed(file, secret)
  requireKind(header, databaseUrl)
  requireEmptyFolder(dataDir)
  const made = mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const staging = join(dataDir, STAGING)
  let lock: DataLock | undefined
  try {
    lock = await lockWhenEnded(dataDir, tell)
    rmSync(staging, { recursive: true, force: true })
    mkdirSync(staging, { mode: 0o700 })
    return await readBackup(read, header, (manifest, entries) => {
      requireKey(target, manifest)
      return databaseUrl
        ? intoPostgres({ ...target, staging }, manifest, entries)
        : intoSqlite({ ...target, staging }, manifest, entries)
    })
  } catch (error) {
    // Whoever holds the lock has what is there; without it, nothing was put there.
    if (lock) for (const name of OWN) rmSync(join(dataDir, name), { recursive: true, force: true })
    if (made) rmSync(made, { recursive: true, force: true })
    throw error
  } finally {
    rmSync(staging, { recursive: true, force: true })
    lock?.release()
  }
}

interface Staged extends Target {
  staging: string
}
type Sums = Pick<RestoreReport, 'rows' | 'bytes'>

async function intoSqlite(target: Staged, manifest: Manifest, entries: AsyncIterable<ReadEntry>): Promise<Sums> {
  const bytes = await stageFiles(target.staging, entries)
  const damage = findSqliteDamage(join(target.staging, SQLITE_FILE))
  if (damage) throw new UnreadableBackup(`the database in the backup is damaged: ${damage}`)
  putInPlace(target, manifest)
  return { bytes, rows: 0 }
}

async function intoPostgres(target: Staged, manifest: Manifest, entries: AsyncIterable<ReadEntry>): Promise<Sums> {
  const store = await openStore(target)
  try {
    if (!(await isEmptyPostgres(store.db))) {
      throw new Error(
        'the database has tables already: a backup is restored into an empty one. Create another (createdb)',
      )
    }
    const sums = await loadPostgres(store, manifest, async (database) => {
      const staged = await stageAll(target.staging, entries, database)
      // Inside of the transaction: where a file cannot be put, the database stays empty.
      putInPlace(target, manifest)
      return staged
    })
    await returnLeasesOfOthers(store, [manifest.nodeId ?? '', ...(manifest.workerIds ?? [])])
    return sums
  } finally {
    await store.close()
  }
}

async function stageAll(staging: string, entries: AsyncIterable<ReadEntry>, database: PostgresTarget): Promise<Sums> {
  const sums = { rows: 0, bytes: 0 }
  for await (const entry of entries) {
    if (entry.name.startsWith(ENTRY.rows)) {
      sums.rows += await database.load(entry.name.slice(ENTRY.rows.length), entry.content)
    } else sums.bytes += await stageFile(staging, entry)
  }
  return sums
}

async function stageFiles(staging: string, entries: AsyncIterable<ReadEntry>): Promise<number> {
  let bytes = 0
  for await (const entry of entries) bytes += await stageFile(staging, entry)
  return bytes
}

async function stageFile(staging: string, { name, content }: ReadEntry): Promise<number> {
  if (!FILE.test(name)) throw new UnreadableBackup(`the backup has an unknown part: ${name}`)
  const path = join(staging, name)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const stream = createWriteStream(path, { mode: 0o600 })
  await pipeline(content, stream)
  const file = await open(path, 'r+')
  await file.sync().finally(() => file.close())
  return stream.bytesWritten
}

/** Moves the files to their places, the database last: a data folder without one does not start. */
function putInPlace({ dataDir, staging, secretKey }: Staged, { nodeId, workerIds = [] }: Manifest): void {
  const move = (from: string, to = from) => {
    if (existsSync(join(staging, from))) renameSync(join(staging, from), join(dataDir, to))
  }
  if (!secretKey) move(KEY_FILE)
  move('node.id')
  if (nodeId !== undefined) {
    mkdirSync(join(dataDir, 'journal'), { recursive: true, mode: 0o700 })
    for (const id of workerIds) move(join('journal', id))
    move('journal', join('journal', nodeId))
  }
  move(SQLITE_FILE)
}

async function readBackup(
  read: () => AsyncIterable<Buffer>,
  header: BackupHeader,
  work: (manifest: Manifest, entries: AsyncIterable<ReadEntry>) => Promise<Sums>,
): Promise<RestoreReport> {
  // An error of the decryption ends the decompression with that error.
  const bytes = createZstdDecompress({ chunkSize: 1024 * 1024 })
  const fed = pipeline(Readable.from(read(), { objectMode: false }), bytes)
  const entries = readArchive(bytes)
  const run = async () => {
    const manifest = await readManifest((await entries.next()).value)
    return { ...header, nodeId: manifest.nodeId, ...(await work(manifest, entries)) }
  }
  const [report] = await Promise.all([run(), fed])
  return report
}

function requireKind({ kind }: BackupHeader, databaseUrl: string | undefined): void {
  if (kind === 'sqlite' && databaseUrl) throw new Error('this is a backup of SQLite: leave DATABASE_URL empty')
  if (kind === 'postgres' && !databaseUrl) {
    throw new Error('this is a backup of PostgreSQL: set DATABASE_URL to an empty database')
  }
}

function requireEmptyFolder(dataDir: string): void {
  const found = existsSync(dataDir) ? readdirSync(dataDir).filter((name) => !HARMLESS.includes(name)) : []
  if (found.length === 0) return
  throw new Error(
    `the data folder ${dataDir} is not empty (${found.slice(0, 3).join(', ')}): a backup is restored into an empty one. ` +
      'Move what is in it aside, or set another DATA_DIR',
  )
}

/** With another SECRET_KEY the server could not read what it restored. */
function requireKey({ secretKey }: Target, { keyId }: Manifest): void {
  if (!secretKey || createVault(secretKey).keyId === keyId) return
  throw new Error(
    'SECRET_KEY is not the key of this backup: set the one of then, or none, and it comes from the backup',
  )
}

const countLines = (bytes: Buffer) => bytes.reduce((sum, byte) => (byte === 10 ? sum + 1 : sum), 0)
