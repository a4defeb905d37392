import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { Store } from '#server/platform/store/database.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { inTier } from '#test/harness/tiers.ts'
import { HOUR } from '../hours.ts'
import { addCalls, addFailed, type CountedCall, failedRows, rollupRows } from '../rollup.ts'
import { buildSet, buildSets } from './build.ts'
import { DAY } from './levels.ts'
import { rollupsFrom } from './source.ts'

/** The third hour of a day that is over. */
const NOW = 20_010 * DAY + 2 * HOUR + 1200
const TODAY = 20_010 * DAY
/** Whole days of roll-ups before today. A period of each level, and a gap between two, is all that is asserted. */
const DAYS = inTier('nightly') ? 3 : 1
const START = TODAY - DAYS * DAY
const HOURS = 24 * DAYS + 2
/** Four levels of hours, and five of days. */
const SETS = 4 * HOURS + 5 * DAYS
const never = new AbortController().signal
const noRest = async () => {}

const call = (columns: Partial<CountedCall>): CountedCall => ({
  created_at: START,
  user_id: 1,
  username: 'alice',
  model_name: 'gpt-4o',
  token_id: 3,
  channel_id: 7,
  prompt_tokens: 7,
  completion_tokens: 3,
  quota: 100,
  unlisted: false,
  ...columns,
})

forEachDatabase((engine, fresh) => {
  let store: Store
  beforeEach(async () => {
    store = await fresh.store()
  })

  const settle = (...calls: CountedCall[]) =>
    store.db.transaction().execute((trx) => addCalls(trx, engine, rollupRows(calls)))

  /** A call in each half hour, by two users and channels in turn. */
  const settleAll = () => {
    const count = (NOW - START) / 1800
    const each = (index: number) =>
      call({ created_at: START + index * 1800, user_id: index % 2, channel_id: index % 3 })
    return settle(...Array.from({ length: count }, (_, index) => each(index)))
  }
  const openSets = () =>
    store.db.selectFrom('rollup_sets').select(['level', 'created_at', 'ready']).where('stale_at', '=', 0).execute()
  const count = async (span = { from: 0, until: Number.MAX_SAFE_INTEGER }, channel?: number) => {
    const rows = await rollupsFrom(store.db, span, ['day', 'hour'], (query) =>
      channel === undefined ? query : query.where('channel_id', '=', channel),
    )
    return (await rows.select(sql<number>`sum(count)`.as('count')).executeTakeFirst())?.count ?? 0
  }
  const countRead = async () => {
    const { rows } = await (await rollupsFrom(store.db, { from: START, until: NOW }, ['day', 'hour']))
      .select(sql<number>`count(*)`.as('rows'))
      .execute()
      .then((rows) => ({ rows: rows[0]?.rows }))
    return rows
  }

  test('periods that are over are summed once, and the sums are those of the roll-ups', async () => {
    await settleAll()
    const all = await count()
    const read = await countRead()
    await buildSets(store, NOW, never, noRest)
    const levels = Object.groupBy(await openSets(), ({ level }) => level)
    const counts = Object.entries(levels).map(([level, sets]) => [level, sets?.length])
    expect(Object.fromEntries(counts)).toEqual({
      ...{ hour: HOURS, 'model-hour': HOURS, 'channel-hour': HOURS, 'account-hour': HOURS },
      ...{ day: DAYS, 'account-day': DAYS, 'model-day': DAYS, 'channel-day': DAYS, 'user-day': DAYS },
    })
    expect((await openSets()).every(({ ready }) => ready === 1)).toBe(true)
    expect(await count()).toBe(all)
    expect(await countRead()).toBeLessThan(read! / 4)
    const ids = () => store.db.selectFrom('rollup_sets').select('id').orderBy('id').execute()
    const before = await ids()
    await buildSets(store, NOW, never, noRest)
    expect(await ids()).toEqual(before)
  })

  test('any span and filter has the sums of its roll-ups', async () => {
    await settleAll()
    // Around the edges of hours and days; some end before they begin.
    const starts = [0, 1, 5, 23, 24, 25, 47].filter((from) => from < HOURS)
    const spans = starts.flatMap((from) =>
      [24, 25, 26, 48, 71, 72, 73, 200]
        .filter((until) => until < HOURS + 24 || until === 200)
        .map((until) => ({ from: START + from * HOUR, until: START + until * HOUR })),
    )
    const plain = await Promise.all(spans.flatMap((span) => [count(span), count(span, 1)]))
    await buildSets(store, NOW, never, noRest)
    expect(await Promise.all(spans.flatMap((span) => [count(span), count(span, 1)]))).toEqual(plain)
  })

  describe('what changes a roll-up of a summed period is seen at once', () => {
    const changes: [string, () => Promise<unknown>, number][] = [
      ['a late call', () => settle(call({ created_at: START + 40 })), 1],
      ['a call of a roll-up that is there', () => settle(call({ user_id: 0, channel_id: 0, created_at: START })), 1],
      [
        'a change by hand',
        () =>
          sql`update quota_data set count = count + 5 where created_at = ${START} and user_id = 0`.execute(store.db),
        5,
      ],
      [
        'a deletion',
        () => sql`delete from quota_data where created_at = ${START} and user_id = 0`.execute(store.db),
        -1,
      ],
    ]
    test.each(changes)('%s', async (_, change, difference) => {
      await settleAll()
      await buildSets(store, NOW, never, noRest)
      const before = await count()
      await change()
      expect(await count()).toBe(before + difference)
      const stale = store.db.selectFrom('rollup_sets').select('created_at').where('stale_at', '>', 0)
      expect((await stale.orderBy('created_at').execute()).map((set) => set.created_at)).toEqual(Array(9).fill(START))
      await buildSets(store, NOW, never, noRest)
      expect(await count()).toBe(before + difference)
      expect(await openSets()).toHaveLength(SETS)
    })
  })

  test('a failed call of a summed hour makes it stale', async () => {
    await settle(call({}))
    await buildSet(store, 'hour', START)
    const failed = { ...call({}), failed_count: 1 }
    await store.db.transaction().execute((trx) => addFailed(trx, engine, failedRows([failed])))
    expect(await openSets()).toEqual([])
  })

  test('a set whose roll-ups change while it is built is not read', async () => {
    await settle(call({}))
    const changing = Object.create(store, {
      reads: {
        get: () => {
          throw new Error('the reader dies')
        },
      },
    })
    await expect(buildSet(changing, 'hour', START)).rejects.toThrow('dies')
    expect(await openSets()).toEqual([{ level: 'hour', created_at: START, ready: 0 }])
    expect(await count()).toBe(1)
    await settle(call({}))
    expect(await openSets()).toEqual([])
    await buildSets(store, NOW, never, noRest)
    expect(await count()).toBe(2)
  })

  test.skipIf(engine === 'sqlite')('a period that an open transaction has changed is not begun', async () => {
    await settle(call({}))
    await store.db.transaction().execute(async (trx) => {
      await addCalls(trx, engine, rollupRows([call({})]))
      await buildSet(store, 'hour', START)
      await buildSet(store, 'day', START)
    })
    expect(await openSets()).toEqual([])
    await buildSet(store, 'day', START)
    expect(await openSets()).toHaveLength(1)
    expect(await count({ from: START, until: START + DAY })).toBe(2)
  })

  test('rows of stale sets are deleted when nobody reads them any more', async () => {
    await settleAll()
    await buildSets(store, NOW, never, noRest)
    await settle(call({ created_at: START }))
    await buildSets(store, NOW, never, noRest)
    const sets = () => store.db.selectFrom('rollup_sets').select('id').execute()
    expect(await sets()).toHaveLength(SETS + 9)
    await buildSets(store, nowInSeconds() + 700, AbortSignal.abort())
    expect(await sets()).toHaveLength(SETS + 9)
    await sql`update rollup_sets set stale_at = 1 where stale_at > 0`.execute(store.db)
    await buildSets(store, NOW, never, noRest)
    expect(await sets()).toHaveLength(SETS)
    const orphans = sql`select 1 from rollup_sums where set_id not in (select id from rollup_sets)`
    expect((await orphans.execute(store.db)).rows).toEqual([])
  })
})
