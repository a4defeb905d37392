import { beforeAll, describe, expect, test } from 'bun:test'
import { LOG_TYPE } from '#contract/statuses.ts'
import { addCalls, addFailed, failedRows, rollupRows } from '#server/money/rollups/rollup.ts'
import { buildSets } from '#server/money/rollups/sets/build.ts'
import type { Store } from '#server/platform/store/database.ts'
import type { LogRow, NewLog } from '#server/platform/store/tables.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { logRow } from '#test/harness/log-row.ts'
import { inTier } from '#test/harness/tiers.ts'
import type { LogFilter } from '../filter.ts'
import { listLogs } from '../queries.ts'
import { readFacets } from './facets.ts'
import { readHistogram } from './histogram.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const START = 20_000 * DAY
const SPAN = 4 * DAY
const ROWS = 1200
const FILTERS = inTier('nightly') ? 50 : 15
const MODELS = ['gpt-4o', 'gpt-4o-mini', 'o3', 'a_b', 'a%b', 'ÄRGER', "it's"]
const PATTERNS = ['gpt%', '%o%', '%', 'a_b%']
const USERS = [1, 2, 3]
const TOKENS = ['web', 'Web', 'a b', '']
const CHANNELS = [0, 7, 8, 9]

/** The same rows and filters on every run. */
function dice(seed: number) {
  let state = seed
  const below = (bound: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % bound
  }
  const pick = <T>(from: readonly T[]): T => from[below(from.length)]!
  /** Returns a value in one of `often` cases. */
  const seldom = <T>(often: number, value: () => T) => (below(often) === 0 ? value() : undefined)
  /** Many times are at the border of an hour, where roll-ups and rows meet. */
  const moment = () => {
    const at = START + below(SPAN)
    return seldom(3, () => at - (at % HOUR) + pick([-1, 0, 1])) ?? at
  }
  return { below, pick, seldom, moment }
}
type Dice = ReturnType<typeof dice>

function anyRow({ below, pick, moment }: Dice): Partial<NewLog> {
  const user_id = pick(USERS)
  const type = pick([LOG_TYPE.consume, LOG_TYPE.consume, LOG_TYPE.consume, LOG_TYPE.system, LOG_TYPE.topup])
  return {
    type,
    user_id,
    username: `user-${user_id}`,
    created_at: moment(),
    model_name: type === LOG_TYPE.topup || below(10) === 0 ? '' : pick(MODELS),
    token_name: pick(TOKENS),
    token_id: below(4),
    channel_id: pick(CHANNELS),
  }
}

function anyFilter({ below, pick, seldom, moment }: Dice): LogFilter {
  const start = seldom(2, moment)
  const later = () => (start ?? START) + pick([-5, 0, 59, HOUR - 1, 12 * HOUR, 2 * DAY])
  const userId = seldom(3, () => pick(USERS))
  return {
    request_id: '',
    token_name: seldom(6, () => pick(TOKENS)) ?? '',
    token_id: seldom(5, () => below(4)),
    model_name: seldom(4, () => pick([...MODELS, ...PATTERNS])) ?? '',
    type: seldom(4, () => pick([0, ...Object.values(LOG_TYPE), 9])),
    status: seldom(4, () => pick(['served', 'failed'] as const)),
    channel: seldom(5, () => pick(CHANNELS)),
    username: seldom(8, () => `user-${pick(USERS)}`) ?? '',
    not_type: seldom(6, () => [pick(Object.values(LOG_TYPE)), 0]) ?? [],
    not_model_name: seldom(5, () => [pick(MODELS), pick(MODELS)]) ?? [],
    not_token_name: seldom(6, () => [pick(TOKENS)].filter(Boolean)) ?? [],
    not_username: seldom(8, () => [`user-${pick(USERS)}`]) ?? [],
    not_channel: seldom(6, () => [pick(CHANNELS)]) ?? [],
    start_timestamp: start,
    end_timestamp: seldom(2, () => pick([moment, later])()),
    ...(userId === undefined ? {} : { userId }),
  }
}

const isCall = ({ type }: LogRow) => type === LOG_TYPE.consume
const isFailed = ({ type, model_name }: LogRow) => type === LOG_TYPE.system && model_name !== ''

/** Evaluates a filter without a database. */
const fits = (filter: LogFilter, row: LogRow): boolean =>
  (filter.userId === undefined || row.user_id === filter.userId) &&
  (!filter.username || row.username === filter.username) &&
  (!filter.token_name || row.token_name === filter.token_name) &&
  (!filter.token_id || row.token_id === filter.token_id) &&
  (!filter.model_name || isLike(row.model_name, filter.model_name)) &&
  (!filter.channel || row.channel_id === filter.channel) &&
  (!filter.type || row.type === filter.type) &&
  (filter.status === undefined || (filter.status === 'served' ? isCall : isFailed)(row)) &&
  !filter.not_type?.includes(row.type) &&
  !filter.not_username?.includes(row.username) &&
  !filter.not_token_name?.includes(row.token_name) &&
  !filter.not_model_name?.includes(row.model_name) &&
  !filter.not_channel?.includes(row.channel_id) &&
  row.created_at >= (filter.start_timestamp ?? 0) &&
  row.created_at <= (filter.end_timestamp ?? Number.POSITIVE_INFINITY)

function isLike(name: string, pattern: string): boolean {
  if (!pattern.includes('%')) return name === pattern
  const parts = pattern.split('%').map((part) => part.replace(/[^\w\s]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`).test(name)
}

const counted = (values: readonly (string | number)[]) =>
  Object.fromEntries(values.map((value) => [value, values.filter((other) => other === value).length]))
const told = (facet: readonly { value: string | number; count: number }[]) =>
  Object.fromEntries(facet.map(({ value, count }) => [value, count]))

forEachDatabase((engine, fresh) => {
  let store: Store
  let all: LogRow[]
  const found = (filter: LogFilter) => all.filter((row) => fits(filter, row))

  beforeAll(async () => {
    store = await fresh.store()
    const rolls = dice(7)
    const rows = Array.from({ length: ROWS }, () => logRow(anyRow(rolls)))
    await store.db
      .insertInto('logs')
      .values(rows.slice(0, ROWS / 2))
      .execute()
    await store.db
      .insertInto('logs')
      .values(rows.slice(ROWS / 2))
      .execute()
    all = await store.db.selectFrom('logs').selectAll().execute()
    const calls = all.filter(isCall).map((row) => ({ ...row, unlisted: false }))
    const failed = all.filter(isFailed).map((row) => ({ ...row, failed_count: 1 }))
    await store.db.transaction().execute(async (trx) => {
      await addCalls(trx, engine, rollupRows(calls))
      await addFailed(trx, engine, failedRows(failed))
    })
  })

  /** Runs every filter, with its name in failure messages. */
  async function eachFilter(look: (filter: LogFilter, rolls: Dice) => Promise<{ is: object; should: object }>) {
    const rolls = dice(11)
    for (let round = 0; round < FILTERS; round++) {
      const filter = anyFilter(rolls)
      const { is, should } = await look(filter, rolls)
      expect({ filter, ...is }).toEqual({ filter, ...should })
    }
  }

  describe.each(['roll-ups alone', 'sets of them'])('with %s,', (source) => {
    beforeAll(async () => {
      if (source !== 'roll-ups alone')
        await buildSets(store, START + SPAN + HOUR, new AbortController().signal, async () => {})
    })

    test('the list, its number of rows and a capped number say the same', async () => {
      await eachFilter(async (filter) => {
        const { rows, total } = await listLogs(store.reads, filter, { offset: 0, limit: ROWS })
        const capped = await listLogs(store.reads, filter, { offset: 0, limit: 5 }, true)
        const rowCount = found(filter).length
        return {
          is: { listed: rows.length, total, capped: capped.total, more: capped.more },
          should: { listed: rowCount, total: rowCount, capped: rowCount, more: false },
        }
      })
    })

    test('the bars of the histogram hold the rows of the list, each in its time', async () => {
      await eachFilter(async (filter, { pick }) => {
        const [buckets, origin] = [pick([1, 2, 7, 60, 200]), pick([0, START - 5.5 * HOUR, START + 45 * 60, 7, -12_345])]
        const { items, step } = await readHistogram(store.reads, { filter, buckets, origin, now: START + SPAN })
        const bars = items.map(({ start }) => ({ start, calls: 0, failed: 0, others: 0 }))
        for (const row of found(filter)) {
          const at = Math.floor((row.created_at - (items[0]?.start ?? 0)) / step)
          // Rows after the end belong to the last bar.
          const bar = bars[Math.min(at, bars.length - 1)]
          if (bar) bar[isCall(row) ? 'calls' : isFailed(row) ? 'failed' : 'others'] += 1
        }
        return { is: { items }, should: { items: bars } }
      })
    })

    test('facets count the rows of the list, each field without its own filter', async () => {
      await eachFilter(async (filter) => {
        const { since, ...facets } = await readFacets(store.reads, filter)
        const is = Object.fromEntries(Object.entries(facets).map(([field, facet]) => [field, told(facet)]))
        const kinds = found({ ...filter, type: undefined, not_type: [], status: undefined })
        const statuses = kinds.flatMap((row) => (isCall(row) ? ['served'] : isFailed(row) ? ['failed'] : []))
        const names = (without: Partial<LogFilter>, read: (row: LogRow) => string | number) =>
          counted(
            found({ ...filter, ...without })
              .map(read)
              .filter(Boolean),
          )
        const forAll = (counts: object) => (filter.userId === undefined ? counts : {})
        return {
          is: { since, ...is },
          should: {
            since: null,
            type: counted(kinds.map(({ type }) => type)),
            status: counted(statuses),
            model_name: names({ model_name: '', not_model_name: [] }, (row) => row.model_name),
            token_name: names({ token_name: '', token_id: undefined, not_token_name: [] }, (row) => row.token_name),
            username: forAll(names({ username: '', not_username: [] }, (row) => row.username)),
            channel: forAll(names({ channel: undefined, not_channel: [] }, (row) => row.channel_id)),
          },
        }
      })
    })
  })
})
