import { beforeAll, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { forEachDatabase } from '#test/harness/databases.ts'
import { until } from '#test/harness/until.ts'
import type { Store } from '../database.ts'
import { compactIndexes } from './compact-indexes.ts'

const ROWS = 20_000
/** The whole log has a few megabytes here. */
const SMALL = { minBytes: 200_000 }
const NEVER = new AbortController().signal

forEachDatabase((engine, fresh) => {
  let store: Store
  beforeAll(async () => {
    store = await fresh.store()
    await fill(store)
    await analyze(store)
  })

  if (engine === 'sqlite') {
    test('SQLite keeps its pages full', async () => {
      expect(await compactIndexes(store, NEVER, SMALL)).toEqual([])
    })
    return
  }

  test('an index is built anew only where it is large', async () => {
    expect(await compactIndexes(store, NEVER)).toEqual([])
  })

  test('an abort ends a build that waits, and the next one deletes what it has left', async () => {
    const before = await sizes(store)
    const stopping = new AbortController()
    await store.db.transaction().execute(async (trx) => {
      // A build waits for transactions that have changed the log.
      await sql`insert into logs (created_at) values (1)`.execute(trx)
      const building = compactIndexes(store, stopping.signal, SMALL)
      await until(async () => (await leftovers(store)).length > 0)
      stopping.abort()
      expect(await building).toEqual([])
    })
    expect(await leftovers(store)).not.toEqual([])

    const built = await compactIndexes(store, NEVER, SMALL)
    expect(built).toContain('logs_channel_id_created_at_id')
    expect(built).toContain('logs_by_username')
    // These get their rows in their order.
    expect(built).not.toContain('logs_pkey')
    expect(built).not.toContain('logs_sorting')
    expect(await leftovers(store)).toEqual([])
    const after = await sizes(store)
    for (const name of built) expect(after[name]! / before[name]!).toBeLessThan(0.8)
    const found = await store.db.selectFrom('logs').select('id').where('channel_id', '=', 7).execute()
    expect(found).toHaveLength(ROWS / 50)
    expect(await compactIndexes(store, NEVER, SMALL)).toEqual([])
  })

  test('nothing is done after an abort', async () => {
    await fill(store)
    await analyze(store)
    expect(await compactIndexes(store, AbortSignal.abort(), SMALL)).toEqual([])
  })
})

/** Calls of 50 users, channels and models by turns. */
async function fill({ db }: Store): Promise<void> {
  await sql`
    insert into logs (user_id, username, token_id, token_name, model_name, channel_id, created_at, type, request_id)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(ROWS)})
    select i % 50, 'user-' || i % 50, i % 50, 'token-' || i % 50, 'model-' || i % 50, i % 50, i, 2, 'request-' || (i + 100000)
    from n order by i`.execute(db)
}

const analyze = async ({ db }: Store) => void (await sql`analyze`.execute(db))

async function sizes({ db }: Store): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; bytes: number }>`
    select relname as name, pg_relation_size(oid) as bytes from pg_class where relname like 'logs%'`.execute(db)
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes]))
}

async function leftovers({ db }: Store): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select i.relname as name from pg_index x join pg_class i on i.oid = x.indexrelid where not x.indisvalid`.execute(db)
  return rows.map(({ name }) => name)
}
