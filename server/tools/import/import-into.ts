import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImportReport } from '#contract/import/report.ts'
import type { Config } from '../../platform/config.ts'
import { lockWhenEnded } from '../../platform/store/data-lock.ts'
import { openStore, type Store } from '../../platform/store/database.ts'
import { migrate } from '../../platform/store/migrate.ts'
import { countRunningNodes } from '../../platform/store/running-nodes.ts'
import { checkVaultKey, createVault, KEY_FILE, openVault } from '../../platform/store/vault.ts'
import type { PriceChoice } from './mapping/prices.ts'
import { type ImportParts, runImport } from './run-import.ts'
import { openSource } from './source/open-source.ts'
import { enlargeCache } from './write/queries.ts'

export interface ImportRequest {
  /** The address of the database, and of the one with the log where that is another. */
  from: string
  logs: string | undefined
  dry: boolean
  prices: PriceChoice
  ignore?: readonly string[]
  followDeletions?: boolean
}

/**
 * Imports a database into the installation of a configuration, which no server may use meanwhile; one that is ending
 * is waited for, and `tell` hears of it. Throws an error with
 * instructions.
 */
export async function importInto(
  config: Target,
  { from, logs, ...choice }: ImportRequest,
  { tell = () => {}, ...how }: Pick<ImportParts, 'progress' | 'logPage'> & { tell?: (message: string) => void } = {},
): Promise<ImportReport> {
  const reader = await openSource(from)
  try {
    const logReader = logs ? await openSource(logs) : undefined
    try {
      const work: Work = (place) => runImport({ ...place, reader, logs: logReader, ...choice, ...how })
      return await (choice.dry ? tryOut(config, work) : write(config, work, tell))
    } finally {
      await logReader?.close()
    }
  } finally {
    await reader.close()
  }
}

type Place = Pick<ImportParts, 'store' | 'vault'>
type Target = Pick<Config, 'dataDir' | 'databaseUrl' | 'secretKey'>
type Work = (place: Place) => Promise<ImportReport>

async function write(config: Target, work: Work, tell: (message: string) => void): Promise<ImportReport> {
  const lock = await lockWhenEnded(config.dataDir, tell)
  try {
    const store = await openStore(config)
    try {
      const nodes = await countRunningNodes(store)
      if (nodes > 0) throw new Error(`${nodes} node(s) use this database: stop them, or import in the console`)
      await migrate(store)
      await enlargeCache(store)
      const vault = openVault(config)
      await checkVaultKey(store.db, vault)
      const report = await work({ store, vault })
      await store.sync()
      return report
    } finally {
      await store.close()
    }
  } finally {
    lock.release()
  }
}

/** Reads the target if it is there; otherwise an empty one in a temporary folder stands for it. */
async function tryOut(config: Target, work: Work): Promise<ImportReport> {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-import-'))
  const target = (await openTarget(config)) ?? (await openStore({ dataDir: folder }))
  try {
    const tables = await tablesOf(target)
    if (tables.length === 0) await migrate(target)
    else if (!tables.includes('import_origins')) {
      throw new Error('the database here is that of an older version: start this version once before a dry run')
    }
    const hasKey = config.secretKey !== undefined || existsSync(join(config.dataDir, KEY_FILE))
    return await work({ store: target, vault: hasKey ? openVault(config) : createVault('dry run') })
  } finally {
    await target.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Opens the database of the installation; undefined = it has none yet. */
async function openTarget(config: Target): Promise<Store | undefined> {
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'switchyard.db'))) return undefined
  const store = await openStore(config)
  if ((await tablesOf(store)).length > 0) return store
  await store.close()
  return undefined
}

const tablesOf = async ({ db }: Store) => (await db.introspection.getTables()).map(({ name }) => name)
