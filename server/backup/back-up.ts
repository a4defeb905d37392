import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import type { Config } from '../config.ts'
import { readNodeId } from '../money/journal-files.ts'
import type { Position } from '../money/records.ts'
import { copyPostgres } from '../store/copy/postgres-rows.ts'
import { copySqlite, readCopiedState } from '../store/copy/sqlite-copy.ts'
import { type Engine, openStore, type Store } from '../store/database.ts'
import { checkVaultKey, createVault, KEY_FILE } from '../store/vault.ts'
import { type ArchiveEntry, writeArchive } from './archive.ts'
import { type HeldJournal, holdJournal, laterOf } from './journal-copy.ts'
import { ENTRY, type Manifest, SQLITE_FILE } from './manifest.ts'
import { type BackupHeader, seal } from './sealed-file.ts'

/** The result of a backup. */
export interface BackupReport {
  file: string
  bytes: number
  kind: Engine
  /** The node whose journal is in it. */
  nodeId: string | undefined
}

type Source = Pick<Config, 'dataDir' | 'databaseUrl' | 'secretKey' | 'version'>

/** First part of the names of temporary folders. */
const FOLDER = '.switchyard-backup-'
/** No backup takes that long. */
const STALE_MS = 7 * 86_400_000
/**
 * With the usual pieces of 16 KB, handing them over would cost more than compressing them; the next level takes twice as
 * long and gains a twentieth.
 */
const ZSTD = { chunkSize: 1024 * 1024, params: { [constants.ZSTD_c_compressionLevel]: 1 } }
/** How often a copy is begun anew because a segment was settled and deleted before it could be held. */
const MAX_TRIES = 3

/**
 * Writes one encrypted file with everything that a server is: database, journal, node id and the key of the
 * encryption at rest. Servers may be running. The file is there in full or not at all. Throws an error with
 * instructions.
 */
export async function backUp(source: Source, file: string, secret: Buffer): Promise<BackupReport> {
  const { dataDir, databaseUrl, version } = source
  if (existsSync(file)) throw new Error(`${file} is there already: give another name`)
  if (!databaseUrl && !existsSync(join(dataDir, SQLITE_FILE))) {
    throw new Error(`there is no database in ${dataDir}: set DATA_DIR or DATABASE_URL to the value of the server`)
  }
  const key = keyOf(source)
  const store = await openStore(source)
  const folder = makeFolder(dataDir)
  try {
    const vault = createVault(key)
    await checkVaultKey(store.db, vault)
    const header: BackupHeader = { kind: store.engine, created: new Date().toISOString(), version }
    const nodeId = readNodeId(dataDir)
    const parts = { store, dataDir, folder, nodeId, key, keyId: vault.keyId }
    await copyOf(parts)((entries) => writeSealed(file, header, secret, entries))
    return { file, bytes: (await stat(file)).size, kind: store.engine, nodeId }
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await store.close()
  }
}

/** Makes a temporary folder on the disk of the data folder, and removes those of backups that were killed. */
function makeFolder(dataDir: string): string {
  const parent = existsSync(dataDir) ? dataDir : tmpdir()
  for (const name of readdirSync(parent).filter((name) => name.startsWith(FOLDER))) {
    const age = Date.now() - (statSync(join(parent, name), { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > STALE_MS) rmSync(join(parent, name), { recursive: true, force: true })
  }
  return mkdtempSync(join(parent, FOLDER))
}

/** The key of the encryption at rest, as the server has it. A missing one is not created. */
function keyOf({ secretKey, dataDir }: Source): Buffer {
  if (secretKey) return Buffer.from(secretKey)
  const path = join(dataDir, KEY_FILE)
  if (existsSync(path)) return readFileSync(path)
  throw new Error(`there is no ${KEY_FILE} in ${dataDir}: set SECRET_KEY, or DATA_DIR, to the value of the server`)
}

interface Parts {
  store: Store
  dataDir: string
  /** A temporary folder on the disk of the data folder. */
  folder: string
  nodeId: string | undefined
  key: Buffer
  keyId: string
}

type Write = (entries: AsyncIterable<ArchiveEntry>) => Promise<void>

/** Returns what hands the entries of a copy to `write`. */
const copyOf = (parts: Parts) => (write: Write) =>
  parts.store.engine === 'sqlite' ? copyFromSqlite(parts, write) : copyFromPostgres(parts, write)

async function copyFromSqlite(parts: Parts, write: Write): Promise<void> {
  const copy = join(parts.folder, SQLITE_FILE)
  for (let tries = 1; ; tries++) {
    const journal = hold(parts, tries)
    rmSync(copy, { force: true })
    copySqlite(join(parts.dataDir, SQLITE_FILE), copy)
    const { position, migrations } = readCopiedState(copy, parts.nodeId)
    const end = endOf(journal, position)
    if (!end && tries < MAX_TRIES) continue
    const manifest = { ...manifestOf(parts, end), migrations, tables: [], sequences: [] }
    return write(
      entriesOf(parts, manifest, journal, async function* () {
        yield { name: SQLITE_FILE, content: createReadStream(copy, { highWaterMark: 1024 * 1024 }) }
      }),
    )
  }
}

async function copyFromPostgres(parts: Parts, write: Write): Promise<void> {
  for (let tries = 1; ; tries++) {
    const journal = hold(parts, tries)
    const done = await copyPostgres(parts.store, parts.nodeId, async (copy) => {
      const end = endOf(journal, copy.position)
      if (!end && tries < MAX_TRIES) return false
      const { migrations, tables, sequences } = copy
      const manifest = { ...manifestOf(parts, end), migrations, tables, sequences }
      await write(
        entriesOf(parts, manifest, journal, async function* () {
          for (const { name } of tables) yield { name: ENTRY.rows + name, content: copy.rowsOf(name) }
        }),
      )
      return true
    })
    if (done) return
  }
}

/** The journal is held before the database is copied: it has everything that was accepted before (ADR 0028). */
function hold({ dataDir, nodeId, folder }: Parts, tries: number): HeldJournal | undefined {
  return nodeId === undefined ? undefined : holdJournal(dataDir, nodeId, join(folder, `journal-${tries}`))
}

/**
 * Returns where the journal of a copy ends: where it ended before the database was copied, or where the database is
 * settled, if that is later. Undefined = the segment with that place was not held.
 */
function endOf(journal: HeldJournal | undefined, settled: Position | undefined): Position | undefined {
  if (!journal) return { segment: 0, offset: 0 }
  const end = settled ? laterOf(journal.end, settled) : journal.end
  journal.extend()
  return journal.has(end) ? end : undefined
}

function manifestOf({ nodeId, keyId }: Parts, end: Position | undefined) {
  return { nodeId, keyId, journalEnd: nodeId === undefined ? undefined : end }
}

async function* entriesOf(
  { key, nodeId }: Parts,
  manifest: Manifest,
  journal: HeldJournal | undefined,
  database: () => AsyncIterable<ArchiveEntry>,
): AsyncGenerator<ArchiveEntry> {
  yield { name: ENTRY.manifest, content: [Buffer.from(JSON.stringify(manifest))] }
  yield { name: ENTRY.key, content: [key] }
  if (nodeId !== undefined) yield { name: ENTRY.nodeId, content: [Buffer.from(`${nodeId}\n`)] }
  yield* database()
  if (journal) yield* journal.entries(manifest.journalEnd ?? journal.end)
}

/** Compresses and encrypts into a file beside the wanted one, which gets its name when it is on disk. */
async function writeSealed(file: string, header: BackupHeader, secret: Buffer, entries: AsyncIterable<ArchiveEntry>) {
  const unfinished = `${file}.unfinished`
  try {
    await pipeline(
      Readable.from(writeArchive(entries), { objectMode: false }),
      createZstdCompress(ZSTD),
      (compressed: AsyncIterable<Uint8Array>) => seal(header, secret, compressed),
      createWriteStream(unfinished, { mode: 0o600, flags: 'w' }),
    )
    const written = await open(unfinished, 'r+')
    await written.sync().finally(() => written.close())
    renameSync(unfinished, file)
  } finally {
    rmSync(unfinished, { force: true })
  }
}
