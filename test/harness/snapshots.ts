import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#server/platform/config.ts'
import { type Engine, openStore } from '#server/platform/store/database.ts'
import { migrate } from '#server/platform/store/migrate.ts'
import type { Place } from './databases.ts'
import { postgresUrl } from './postgres.ts'

/** What of a data folder belongs to the database; the rest names the node that has run there. */
const FILES = ['switchyard.db', 'secret.key']

/** States that suites start from: the schema alone, or what the first start of a server leaves. */
export type State = 'migrated' | 'started'

const prepare: Record<State, (place: Place) => Promise<void>> = {
  async migrated(place) {
    const store = await openStore(place)
    await migrate(store)
    await store.close()
  },
  async started(place) {
    const [{ openServices }, { CHEAP_PASSWORDS }] = await Promise.all([
      import('#server/open.ts'),
      import('./server.ts'),
    ])
    const config = { ...readConfig({ LOG_LEVEL: 'error', RATE_LIMIT: 'off' }), passwordCost: CHEAP_PASSWORDS }
    const { close } = await openServices({ ...config, ...place })
    await close()
  },
}

const snapshots = new Map<string, Promise<Place>>()

/** An empty folder, and on PostgreSQL a new database, which is a copy of `template` where one is given. */
export async function newPlace(engine: Engine, template?: Place): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'switchyard-test-'))
  return { dataDir, databaseUrl: engine === 'sqlite' ? undefined : await postgresUrl(template?.databaseUrl) }
}

/** A place in a state: prepared once per process and engine, then copied. The caller removes it. */
export async function restored(engine: Engine, state: State): Promise<Place> {
  const name = `${engine} ${state}`
  const made = snapshots.get(name) ?? makeSnapshot(engine, state)
  snapshots.set(name, made)
  const snapshot = await made
  const place = await newPlace(engine, snapshot)
  const copies = FILES.map((file) => cp(join(snapshot.dataDir, file), join(place.dataDir, file)).catch(ifThere))
  await Promise.all(copies)
  return place
}

async function makeSnapshot(engine: Engine, state: State): Promise<Place> {
  const place = await newPlace(engine)
  process.once('exit', () => rm(place.dataDir, { recursive: true, force: true }))
  await prepare[state](place)
  return place
}

/** PostgreSQL has no database file, and a schema alone needs no key. */
function ifThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
