import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { onDatabase, type Place } from '#test/harness/databases.ts'
import { startServer } from '#test/harness/server.ts'
import { openStore, type Queryable, type Store } from '../database.ts'
import { buildPostponedIndexes, postponeIndexes } from './postponed-indexes.ts'

async function indexesOf(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ indexdef: string }>`
    select indexdef from pg_indexes where schemaname = current_schema() order by indexdef`.execute(db)
  return rows.map(({ indexdef }) => indexdef)
}

onDatabase('postgres', (fresh) => {
  let place: Place
  let store: Store
  let all: string[]
  beforeAll(async () => {
    place = await fresh.started()
    store = await openStore(place)
    all = await indexesOf(store.db)
  }, 90_000)
  afterAll(() => store.close())

  test('the indexes of an empty table are built later, once, as they were', async () => {
    await postponeIndexes(store, 'logs')
    const left = await indexesOf(store.db)
    expect(left.length).toBeLessThan(all.length - 5)
    expect(all.filter((one) => !left.includes(one)).every((one) => one.includes(' ON public.logs '))).toBe(true)
    // A second run finds nothing to postpone, and two nodes build each of them once.
    await postponeIndexes(store, 'logs')
    await Promise.all([buildPostponedIndexes(store), buildPostponedIndexes(store)])
    expect(await indexesOf(store.db)).toEqual(all)
  })

  test('a server that starts after an import was killed builds them first', async () => {
    await postponeIndexes(store, 'logs')
    const server = await startServer(place)
    await server.close()
    expect(await indexesOf(store.db)).toEqual(all)
  }, 60_000)

  test('a table with rows keeps its indexes', async () => {
    await store.db
      .insertInto('import_origins')
      .values({ source: 's', kind: 'user', source_id: '1', target_id: 1 })
      .execute()
    await postponeIndexes(store, 'import_origins')
    expect(await indexesOf(store.db)).toEqual(all)
  })
})
