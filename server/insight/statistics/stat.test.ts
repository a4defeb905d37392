import { beforeAll, expect, test } from 'bun:test'
import { LOG_TYPE } from '#contract/statuses.ts'
import { deleteLogs } from '#server/insight/logs/delete.ts'
import type { LogFilter } from '#server/insight/logs/filter.ts'
import { repairAll } from '#server/money/watchdog/repair/repair.ts'
import type { LogRow, NewLog } from '#server/platform/store/tables.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { serverSite } from '#test/harness/server-site.ts'
import { inTier } from '#test/harness/tiers.ts'
import { readStat } from '../logs/totals/queries.ts'

const NOON = 1_772_020_800
const HOUR = 3600
const FILTERS = inTier('nightly') ? 150 : 45
const BY = { userId: 1, username: 'root', ip: '', requestId: '' }

/** Numbers that are the same in every run. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)
  const roll = dice(11)
  const { at } = { at: () => NOON + roll(9 * HOUR) }

  const randomRow = (n: number): NewLog => ({
    user_id: 1 + roll(3),
    created_at: roll(4) === 0 ? NOON + roll(9) * HOUR : at(),
    type: roll(6) === 0 ? LOG_TYPE.topup : LOG_TYPE.consume,
    content: '',
    username: `name-${roll(4)}`,
    token_name: `token-${roll(3)}`,
    model_name: ['gpt-4o', 'gpt-4o-mini', 'o_3'][roll(3)] ?? '',
    quota: roll(1000),
    prompt_tokens: roll(50),
    completion_tokens: roll(50),
    use_time: 0,
    is_stream: 0,
    channel_id: 1 + roll(3),
    token_id: roll(4),
    other: '',
    request_id: `r${n}`,
  })

  beforeAll(async () => {
    const rows = Array.from({ length: 600 }, (_, n) => randomRow(n))
    await server.services.store.db.insertInto('logs').values(rows).execute()
    await repairAll(server.services.store, BY)
  })

  const randomTime = () => (roll(3) === 0 ? NOON + roll(10) * HOUR - roll(2) : at())
  const randomFilter = (): LogFilter => ({
    token_name: roll(6) === 0 ? `token-${roll(3)}` : '',
    model_name: roll(3) === 0 ? (['gpt-4o', 'gpt%', 'o_3'][roll(3)] ?? '') : '',
    request_id: '',
    ...(roll(3) === 0 ? { userId: 1 + roll(3) } : {}),
    ...(roll(5) === 0 ? { username: `name-${roll(4)}` } : {}),
    ...(roll(4) === 0 ? { channel: 1 + roll(3) } : {}),
    ...(roll(4) === 0 ? {} : { start_timestamp: randomTime() }),
    ...(roll(4) === 0 ? {} : { end_timestamp: randomTime() }),
  })

  const matches = (row: LogRow, filter: LogFilter) =>
    row.type === LOG_TYPE.consume &&
    (filter.userId === undefined || row.user_id === filter.userId) &&
    (!filter.username || row.username === filter.username) &&
    (!filter.token_name || row.token_name === filter.token_name) &&
    (!filter.channel || row.channel_id === filter.channel) &&
    (!filter.model_name ||
      row.model_name === filter.model_name ||
      (filter.model_name === 'gpt%' && row.model_name.startsWith('gpt'))) &&
    (!filter.start_timestamp || row.created_at >= filter.start_timestamp) &&
    (!filter.end_timestamp || row.created_at <= filter.end_timestamp)

  async function expectSums(count: number) {
    const { db } = server.services.store
    const rows = await db.selectFrom('logs').selectAll().execute()
    for (let i = 0; i < count; i++) {
      const filter = randomFilter()
      const expected = rows.filter((row) => matches(row, filter)).reduce((sum, row) => sum + row.quota, 0)
      expect({ filter, quota: (await readStat(db, filter, NOON)).quota }).toEqual({ filter, quota: expected })
    }
  }

  test('the sum from roll-ups and edges is the sum over the rows, whatever the filter', () => expectSums(FILTERS))

  test('also when rows have been deleted, in the middle of an hour too', async () => {
    const { store } = server.services
    for (const before of [NOON + HOUR, NOON + 2 * HOUR + 1234, NOON + 6 * HOUR - 1]) {
      const old = await store.db.selectFrom('logs').selectAll().where('created_at', '<', before).execute()
      expect(await deleteLogs(store, before)).toBe(old.length)
      await expectSums(FILTERS / 3)
    }
  })
})
