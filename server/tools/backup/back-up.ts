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
  writeFileSync,
} from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { listJournals } from '../../money/accounting/journal-files.ts'
import type { Position } from '../../money/accounting/records.ts'
import { settleOnNodes } from '../../money/accounting/settle-now.ts'
import type { Config } from '../../platform/config.ts'
import { createBus } from '../../platform/store/bus.ts'
import { copyPostgres } from '../../platform/store/copy/postgres-rows.ts'
import { copySqlite, readCopiedState } from '../../platform/store/copy/sqlite-copy.ts'
import { type Engine, openStore, type Store } from '../../platform/store/database.ts'
import { listNodes } from '../../platform/store/node-queries.ts'
import { openNodeTransport } from '../../platform/store/node-transport.ts'
import { checkVaultKey, createVault, KEY_FILE } from '../../platform/store/vault.ts'
import { type ArchiveEntry, writeArchive } from './archive.ts'
import { type HeldJournal, holdJournal, laterOf } from './journal-copy.ts'
import { ENTRY, LAST_BACKUP_FILE, type Manifest, SQLITE_FILE } from './manifest.ts'
import { type BackupHeader, SCRYPT, seal } from './sealed-file.ts'

/** The result of a backup. */
export interface BackupReport {
  file: string
  bytes: number
  kind: Engine
  /** The node whose journal is in it. */
  nodeId: string | undefined
  /** Nodes that run and did not say that they have settled: what they had accepted may be missing. */
  unsettled: string[]
}

type Source = Pick<Config, 'dataDir' | 'databaseUrl' | 'secretKey' | 'version'>

/** First part of the names of temporary folders. */
const FOLDER = '.switchyard-backup-'
/** A node that reported so long ago has stopped, or is cut off. */
const SILENT_SECONDS = 90
/** How long other nodes may take to settle. */
const SETTLE_MS = 30_000
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
 * encryption at rest. Servers may be running. The file is there in full or not at all. `cost` is that of a guess of the
 * secret. Throws an error with instructions.
 */
export async function backUp(source: Source, file: string, secret: Buffer, cost = SCRYPT): Promise<BackupReport> {
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
    const journals = listJournals(dataDir)
    const parts = { store, dataDir, folder, journals, key, keyId: vault.keyId }
    const unsettled = databaseUrl ? await settleOthers(store, databaseUrl, journals) : []
    const sealed = (content: AsyncIterable<Uint8Array>) => seal(header, secret, content, cost)
    await copyOf(parts)((entries) => writeSealed(file, sealed, entries))
    noteBackup(dataDir, file, header.created)
    return { file, bytes: (await stat(file)).size, kind: store.engine, nodeId: journals[0], unsettled }
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await store.close()
  }
}

/**
 * Has the other nodes of a database settle, because their journals are not at hand. Returns the ids of those that run and did
 * not say in time that they have.
 */
async function settleOthers(store: Store, databaseUrl: string, own: readonly string[]): Promise<string[]> {
  const nodes = await listNodes(store.db, store.engine)
  const others = nodes.filter(({ id, silent }) => silent <= SILENT_SECONDS && !own.includes(id)).map(({ id }) => id)
  if (others.length === 0) return []
  const bus = createBus(openNodeTransport(databaseUrl, () => {}, { name: 'switchyard backup' }))
  return settleOnNodes(bus, others, SETTLE_MS).finally(() => bus.close())
}

/** Says to whoever examines the installation which backup to take. */
function noteBackup(dataDir: string, file: string, made: string): void {
  if (!existsSync(dataDir)) return
  writeFileSync(join(dataDir, LAST_BACKUP_FILE), JSON.stringify({ file: resolve(file), made }), { mode: 0o600 })
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
  /** The ids of the journals in the data folder: the node’s journal, then the journals of its further processes. */
  journals: string[]
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
    const held = hold(parts, tries)
    rmSync(copy, { force: true })
    copySqlite(join(parts.dataDir, SQLITE_FILE), copy)
    const { positions, migrations } = readCopiedState(copy)
    const ends = endsOf(held, positions)
    if (!ends && tries < MAX_TRIES) continue
    const manifest = { ...manifestOf(parts, ends), migrations, tables: [], sequences: [] }
    return write(
      entriesOf(parts, manifest, journalEntries(held, ends), async function* () {
        yield { name: SQLITE_FILE, content: createReadStream(copy, { highWaterMark: 1024 * 1024 }) }
      }),
    )
  }
}

async function copyFromPostgres(parts: Parts, write: Write): Promise<void> {
  for (let tries = 1; ; tries++) {
    const held = hold(parts, tries)
    const done = await copyPostgres(parts.store, async (copy) => {
      const ends = endsOf(held, copy.positions)
      if (!ends && tries < MAX_TRIES) return false
      const { migrations, tables, sequences } = copy
      const manifest = { ...manifestOf(parts, ends), migrations, tables, sequences }
      await write(
        entriesOf(parts, manifest, journalEntries(held, ends), async function* () {
          for (const { name } of tables) yield { name: ENTRY.rows + name, content: copy.rowsOf(name) }
        }),
      )
      return true
    })
    if (done) return
  }
}

/** The journals are held before the database is copied: they have everything that was accepted before (ADR 0028). */
function hold({ dataDir, journals, folder }: Parts, tries: number): HeldJournal[] {
  return journals.map((id, index) =>
    holdJournal(dataDir, id, join(folder, `journal-${tries}-${index}`), ENTRY.journal + (index > 0 ? `${id}/` : '')),
  )
}

/**
 * Returns where each journal of a copy ends: where it ended before the database was copied, or where the database is
 * settled, if that is later. Undefined = a segment with such a place was not held.
 */
function endsOf(held: readonly HeldJournal[], settled: ReadonlyMap<string, Position>): Position[] | undefined {
  const ends = held.map((journal) => {
    const position = settled.get(journal.nodeId)
    journal.extend()
    return position ? laterOf(journal.end, position) : journal.end
  })
  return held.every((journal, index) => journal.has(ends[index] ?? journal.end)) ? ends : undefined
}

function* journalEntries(held: readonly HeldJournal[], ends: readonly Position[] | undefined): Generator<ArchiveEntry> {
  for (const [index, journal] of held.entries()) yield* journal.entries(ends?.[index] ?? journal.end)
}

function manifestOf({ journals: [nodeId, ...workerIds], keyId }: Parts, ends: readonly Position[] | undefined) {
  return { nodeId, workerIds, keyId, journalEnd: ends?.[0] }
}

async function* entriesOf(
  { key, journals: [nodeId] }: Parts,
  manifest: Manifest,
  journals: Iterable<ArchiveEntry>,
  database: () => AsyncIterable<ArchiveEntry>,
): AsyncGenerator<ArchiveEntry> {
  yield { name: ENTRY.manifest, content: [Buffer.from(JSON.stringify(manifest))] }
  yield { name: ENTRY.key, content: [key] }
  if (nodeId !== undefined) yield { name: ENTRY.nodeId, content: [Buffer.from(`${nodeId}\n`)] }
  yield* database()
  yield* journals
}

/** Compresses and encrypts into a file beside the wanted one, which gets its name when it is on disk. */
async function writeSealed(
  file: string,
  sealed: (content: AsyncIterable<Uint8Array>) => AsyncGenerator<Buffer>,
  entries: AsyncIterable<ArchiveEntry>,
) {
  const unfinished = `${file}.unfinished`
  try {
    await pipeline(
      Readable.from(writeArchive(entries), { objectMode: false }),
      createZstdCompress(ZSTD),
      sealed,
      createWriteStream(unfinished, { mode: 0o600, flags: 'w' }),
    )
    const written = await open(unfinished, 'r+')
    await written.sync().finally(() => written.close())
    renameSync(unfinished, file)
  } finally {
    rmSync(unfinished, { force: true })
  }
}
