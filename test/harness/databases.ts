import { afterAll, beforeAll, describe } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Engine, openStore, type Store } from '#server/store/database.ts'
import { migrate } from '#server/store/migrate.ts'
import { dropPostgres, postgresServer, postgresUrl } from './postgres.ts'

/** Where a server keeps its data; the same two settings that its environment has. */
export interface Place {
  dataDir: string
  databaseUrl: string | undefined
}

export interface Fresh {
  /** An empty place: a new folder, and on PostgreSQL a new database. Removed after the suite. */
  place(): Promise<Place>
  /** A migrated store in an empty place. Closed after the suite. */
  store(): Promise<Store>
  /** Runs behind the suite and its hooks, the latest first. */
  atEnd(end: () => Promise<unknown>): void
}

/**
 * Runs a suite on SQLite and on PostgreSQL:
 *
 *     forEachDatabase((engine, fresh) => {
 *       let store: Store
 *       beforeAll(async () => { store = await fresh.store() })
 *       test('…', …)
 *     })
 */
export function forEachDatabase(suite: (engine: Engine, fresh: Fresh) => void): void {
  for (const engine of ['sqlite', 'postgres'] as const) onDatabase(engine, (fresh) => suite(engine, fresh))
}

/** Runs a suite on one engine, for what the other cannot do. */
export function onDatabase(engine: Engine, suite: (fresh: Fresh) => void): void {
  describe(engine, () => {
    const endings: (() => Promise<unknown>)[] = []
    // The first start of the server takes longer than a hook is given by default.
    if (engine === 'postgres') beforeAll(async () => void (await postgresServer()), 90_000)
    suite(freshPlaces(engine, endings))
    afterAll(async () => {
      for (const end of endings.reverse()) await end()
    })
  })
}

function freshPlaces(engine: Engine, endings: (() => Promise<unknown>)[]): Fresh {
  async function place(): Promise<Place> {
    const dataDir = await mkdtemp(join(tmpdir(), 'switchyard-test-'))
    endings.push(() => rm(dataDir, { recursive: true, force: true }))
    if (engine === 'sqlite') return { dataDir, databaseUrl: undefined }
    const databaseUrl = await postgresUrl()
    endings.push(() => dropPostgres(databaseUrl))
    return { dataDir, databaseUrl }
  }
  return {
    place,
    atEnd: (end) => void endings.push(end),
    async store() {
      const store = await openStore(await place())
      endings.push(() => store.close())
      await migrate(store)
      return store
    },
  }
}
