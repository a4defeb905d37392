import type { Position } from '../../money/accounting/records.ts'
import type { CopiedSequence, CopiedTable } from '../../platform/store/copy/postgres-catalogue.ts'
import { type ReadEntry, wholeContent } from './archive.ts'
import { UnreadableBackup } from './sealed-file.ts'

/** The first entry of a backup: what the others are. */
export interface Manifest {
  /** The node whose journal is in the backup; undefined = none. */
  nodeId: string | undefined
  /** The ids of its further processes, whose journals are in folders with these names. Older backups have none. */
  workerIds?: string[]
  /** The end of the journal in the backup. */
  journalEnd: Position | undefined
  /** Tells the key of the encryption at rest from others. */
  keyId: string
  /** The migrations that the database has. */
  migrations: string[]
  /** Of PostgreSQL. */
  tables: CopiedTable[]
  sequences: CopiedSequence[]
}

/** Names of entries. Rows of a table, and segments of the journal, have their names behind the folder. */
export const ENTRY = {
  manifest: 'manifest.json',
  nodeId: 'node.id',
  key: 'secret.key',
  rows: 'rows/',
  journal: 'journal/',
}
/** Name of the entry, and of the file in a data folder. */
/** In the data folder: which file the last backup is, and when it was made. */
export const LAST_BACKUP_FILE = 'last-backup.json'
export const SQLITE_FILE = 'switchyard.db'

export async function readManifest(entry: ReadEntry | undefined): Promise<Manifest> {
  if (entry?.name !== ENTRY.manifest) throw new UnreadableBackup('the backup does not begin with its manifest')
  return JSON.parse((await wholeContent(entry)).toString()) as Manifest
}
