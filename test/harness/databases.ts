import { afterAll, beforeAll, describe } from 'bun:test'
import { rm } from 'node:fs/promises'
import { type Engine, openStore, type Store } from '#server/platform/store/database.ts'
import { choiceOf } from './choice.ts'
import { dropPostgres, postgresServer } from './postgres.ts'
import { newPlace, restored, type State } from './snapshots.ts'

/** Where a server keeps its data; the same two settings that its environment has. */
export interface Place {
  dataDir: string
  databaseUrl: string | undefined
}

export interface Fresh {
  /** An empty place: a new folder, and on PostgreSQL a new database. Removed after the suite. */
  place(): Promise<Place>
  /** A place as the first start of a server leaves it, with root. Removed after the suite. */
  started(): Promise<Place>
  /** A migrated store without rows. Closed after the suite. */
  store(): Promise<Store>
  /** Runs behind the suite and its hooks, the latest first. */
  atEnd(end: () => Promise<unknown>): void
}

/** The databases that suites run on: what the stage of the tests says in `TEST_DATABASES`, and both for a file that is run by hand. */
const ENGINES = ['sqlite', 'postgres'] as const
const CHOSEN = choiceOf('TEST_DATABASES', ENGINES, [...ENGINES])

/**
 * Runs a suite on SQLite and on PostgreSQL:
 *
 *     forEachDatabase((engine, fresh) => {
 *       let store: Store
 *       beforeAll(async () => { store = await fresh.store() })
 *       test('…', …)
 *     })
 *
 * `npm test` runs it on SQLite. `npm run test:all` runs it on PostgreSQL as well where the databases can differ, which
 * `test/codebase/postgres-tests.ts` reads from what the file imports; `npm run test:nightly` always does.
 */
export function forEachDatabase(suite: (engine: Engine, fresh: Fresh) => void): void {
  for (const engine of ENGINES) onDatabase(engine, (fresh) => suite(engine, fresh))
}

/** Runs a suite on one engine, for what the other cannot do. */
export function onDatabase(engine: Engine, suite: (fresh: Fresh) => void): void {
  if (!CHOSEN.includes(engine)) return
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
  async function removedAtEnd(making: Promise<Place>): Promise<Place> {
    const place = await making
    endings.push(() => rm(place.dataDir, { recursive: true, force: true }))
    const { databaseUrl } = place
    if (databaseUrl) endings.push(() => dropPostgres(databaseUrl))
    return place
  }
  const restore = (state: State) => removedAtEnd(restored(engine, state))
  return {
    place: () => removedAtEnd(newPlace(engine)),
    started: () => restore('started'),
    atEnd: (end) => void endings.push(end),
    async store() {
      const store = await openStore(await restore('migrated'))
      endings.push(() => store.close())
      return store
    },
  }
}
