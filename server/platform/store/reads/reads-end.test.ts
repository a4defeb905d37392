import { beforeAll, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { forEachDatabase, onDatabase } from '#test/harness/databases.ts'
import { until } from '#test/harness/until.ts'
import { nextTurn } from '../../async/next-turn.ts'
import type { Store } from '../database.ts'
import { openPostgres } from '../postgres.ts'
import { createReadThreads } from './read-threads.ts'
import { type Reader, ReaderLeft, ReadTooLong, readingFor } from './reader.ts'

/** Takes SQLite a tenth of a second, which it goes on with when nobody waits any more. */
const counting = sql<{ n: number }>`
  with recursive c(i) as (select 1 union all select i + 1 from c where i < 1000000) select count(*) as n from c`
const sleeping = sql`select pg_sleep(300)`
const quick = sql<{ one: number }>`select 1 as one`

forEachDatabase((engine, fresh) => {
  let store: Store
  beforeAll(async () => {
    store = await fresh.store()
  })
  const slow = engine === 'sqlite' ? counting : sleeping
  const reading = (reader: Reader, query: typeof slow) => readingFor(reader, () => query.execute(store.reads))

  test('a running query is given up when its reader leaves, and the next one of the reader runs', async () => {
    const leaving = new AbortController()
    const over = reading({ name: 'one', signal: leaving.signal }, slow).catch((error: unknown) => error)
    const second = reading({ name: 'one', signal: AbortSignal.timeout(60_000) }, quick)
    await nextTurn()
    leaving.abort()
    expect(await over).toBeInstanceOf(ReaderLeft)
    expect((await second).rows).toEqual([{ one: 1 }])
  })

  test('readers whose queries are given up do not keep others waiting', async () => {
    const leaving = new AbortController()
    const all = Array.from({ length: 3 }, (_, index) =>
      reading({ name: `many ${index}`, signal: leaving.signal }, slow).catch((error: unknown) => error),
    )
    await nextTurn()
    leaving.abort()
    expect((await Promise.all(all)).every((error) => error instanceof ReaderLeft)).toBe(true)
    expect((await reading({ name: 'another' }, quick)).rows).toEqual([{ one: 1 }])
  })
})

onDatabase('sqlite', (fresh) => {
  test('a reader waits for so long and no longer', async () => {
    const { dataDir } = await fresh.started()
    const reads = createReadThreads(`${dataDir}/switchyard.db`, 10)
    const reader = { name: 'one', signal: new AbortController().signal }
    await expect(readingFor(reader, () => counting.execute(reads.db))).rejects.toBeInstanceOf(ReadTooLong)
    reads.close()
  })
})

onDatabase('postgres', (fresh) => {
  test('a query that was given up does not go on, and one beyond the limit is told apart', async () => {
    const { databaseUrl = '' } = await fresh.started()
    const store = openPostgres(databaseUrl, { statementMs: 2000, silenceMs: 60_000 })
    const asleep = async () => {
      const query = sql`select 1 from pg_stat_activity
        where datname = current_database() and state = 'active' and query like '%pg_sleep(300)%' and pid <> pg_backend_pid()`
      return (await query.execute(store.db)).rows.length
    }
    const patient = openPostgres(databaseUrl)
    const leaving = new AbortController()
    const over = readingFor({ name: 'one', signal: leaving.signal }, () => sleeping.execute(patient.reads)).catch(
      (error: unknown) => error,
    )
    await until(async () => (await asleep()) === 1)
    leaving.abort()
    expect(await over).toBeInstanceOf(ReaderLeft)
    await until(async () => (await asleep()) === 0)
    const reader = { name: 'two', signal: new AbortController().signal }
    await expect(readingFor(reader, () => sleeping.execute(store.reads))).rejects.toBeInstanceOf(ReadTooLong)
    expect((await readingFor(reader, () => quick.execute(store.reads))).rows).toEqual([{ one: 1 }])
    await patient.close()
    await store.close()
  })
})
