import { beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { LOG_TYPE } from '#contract/statuses.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { afterFilling, type PlanStep, planTreesOf } from '#test/harness/plans.ts'
import type { Database, Engine, Store } from '../../platform/store/database.ts'
import type { LogFilter } from './filter.ts'
import { type LogSort, readLogPage } from './page.ts'

const ROWS = 20_000
/** The rows that are sorted are in proportion to those that there are, as with five million. */
const SORTED = 80
/** What SQLite is told, which does not look at the size of tables. */
const TOLD_ROWS = 5_000_000

const range = { start_timestamp: ROWS / 10, end_timestamp: ROWS }
const PAGE = { offset: 0, limit: 20 }
const SORTS: (LogSort | undefined)[] = [undefined, 'quota', 'use_time', 'prompt_tokens', 'completion_tokens']

/** Filters that nearly all rows match: the newest rows are read until enough have matched. */
const COMMON: [string, Partial<LogFilter>][] = [
  ['no filter', {}],
  ['served calls', { type: LOG_TYPE.consume }],
  ['served calls by status', { status: 'served' }],
  ['all but a type', { not_type: [LOG_TYPE.topup] }],
  ['all but a token', { not_token_name: ['token-7'] }],
  ['all but a user', { not_username: ['user-7'] }],
  ['all but a channel', { not_channel: [7] }],
]
/** Filters that leave few rows: an index leads to them. */
const RARE: [string, Partial<LogFilter>][] = [
  ['top-ups', { type: LOG_TYPE.topup }],
  ['changes', { type: LOG_TYPE.manage }],
  ['messages', { type: LOG_TYPE.system }],
  ['failed calls', { status: 'failed' }],
  ['all but calls', { not_type: [LOG_TYPE.consume] }],
  ['a token by name', { token_name: 'token-7' }],
  ['a token by id', { token_id: 7 }],
  ['a model', { model_name: 'model-7' }],
  ['failed calls of a model', { model_name: 'model-7', status: 'failed' }],
  ['a pattern of models', { model_name: '%el-1%' }],
  ['all but a model', { not_model_name: ['model-7'] }],
  ['a user', { username: 'user-7' }],
  ["a user's calls of a channel", { username: 'user-7', channel: 7 }],
  ['a channel', { channel: 7 }],
  ['a channel without a user', { channel: 7, not_username: ['user-7'] }],
  ['a request', { request_id: 'request-7' }],
]
const own = ([name, fields]: [string, Partial<LogFilter>]): [string, Partial<LogFilter>] => [
  `one's own: ${name}`,
  { ...fields, userId: 7 },
]
const isOfOwn = ([, { username, channel, not_username, not_channel }]: [string, Partial<LogFilter>]) =>
  !username && !channel && !not_username && !not_channel
const RARE_AND_OWN = [...RARE, ...[...COMMON, ...RARE].filter(isOfOwn).map(own)]

forEachDatabase((engine, fresh) => {
  let store: Store
  beforeAll(async () => {
    store = await fresh.store()
    await fill(store)
    await afterFilling(store, 'logs')
  })

  /** Steps of the plans of a filter in all orders that the log page offers, with and without a time. */
  const faultsOf = async (fields: Partial<LogFilter>, isCommon: boolean): Promise<string[]> => {
    const faults: string[] = []
    for (const sort of SORTS) {
      for (const order of ['asc', 'desc'] as const) {
        for (const time of order === 'desc' ? [{}, range] : [{}]) {
          const filter = { token_name: '', model_name: '', request_id: '', ...fields, ...time }
          const plans = await planTreesOf(store, (db) => readLogPage(db, filter, { ...PAGE, sort, order }, SORTED))
          const steps = plans
            .filter((plan) => !isOfModels(plan))
            .flatMap((plan) => [...walksOf(plan, isCommon, engine), ...sortsOf(plan, engine)])
          faults.push(...steps.map((step) => `by ${sort ?? 'time'} ${order} ${JSON.stringify(time)}: ${step}`))
        }
      }
    }
    return faults
  }

  describe.each(engine === 'sqlite' ? ['without statistics', 'with statistics'] : ['with statistics'])('%s', (kind) => {
    beforeAll(async () => {
      if (engine === 'sqlite' && kind === 'with statistics') await tellSize(store.db)
    })

    test.each(COMMON)('%s: no more than the newest rows are read and sorted', async (_, fields) => {
      expect(await faultsOf(fields, true)).toEqual([])
    })

    test.each(RARE_AND_OWN)('%s: an index leads to the newest, and no more are sorted', async (_, fields) => {
      expect(await faultsOf(fields, false)).toEqual([])
    })
  })
})

/** Steps that read the log other than by an index of what is asked for. */
function walksOf(plan: PlanStep, isCommon: boolean, engine: Engine): string[] {
  const rules = {
    sqlite: {
      reads: /^(SCAN|SEARCH) logs\b/,
      byKey: /USING (INTEGER PRIMARY KEY|(COVERING )?INDEX \w+ \(\w+=\?)/,
      byTime: /USING (COVERING )?INDEX logs_sorting/,
    },
    postgres: {
      reads: /^(Seq|Index|Index Only|Tid) Scan logs\b|^Bitmap Index Scan logs_/,
      byKey: / = /,
      byTime: /^Index (Only )?Scan logs logs_sorting/,
    },
  }[engine]
  const isWalk = (text: string) =>
    rules.reads.test(text) && !rules.byKey.test(text) && !(isCommon && rules.byTime.test(text))
  return stepsOf(plan).filter(isWalk)
}

/** Steps that sort rows of the log other than so many of the newest, or than those of the page. */
function sortsOf(plan: PlanStep, engine: Engine): string[] {
  const sorts: string[] = []
  const isOfLog = ({ text, rows = TOLD_ROWS }: PlanStep) =>
    /(SCAN|SEARCH|Scan) logs\b/.test(text) &&
    !/INTEGER PRIMARY KEY|logs_pkey|logs_request_id/.test(text) &&
    rows > SORTED
  const visit = ({ text, steps }: PlanStep): void => {
    const isSort =
      engine === 'postgres' ? text === 'Sort' : steps.some((step) => step.text.startsWith('USE TEMP B-TREE'))
    const sorted = engine === 'postgres' ? steps.flatMap(upToLimit) : steps
    if (isSort) sorts.push(...sorted.filter(isOfLog).map((step) => `sorts ${step.text}`))
    for (const step of steps) visit(step)
  }
  visit(plan)
  return sorts
}

/** The names of models are found one behind the other. */
const isOfModels = (plan: PlanStep) => stepsOf(plan).some((text) => /known/.test(text))

const stepsOf = ({ text, steps }: PlanStep): string[] => [text, ...steps.flatMap(stepsOf)]
const upToLimit = (step: PlanStep): PlanStep[] =>
  step.text === 'Limit' ? [] : [step, ...step.steps.flatMap(upToLimit)]

/** One row a second; every tenth is not a call. */
async function fill({ db }: Store): Promise<void> {
  await sql`
    insert into logs (user_id, username, token_id, token_name, model_name, channel_id, created_at, type, request_id, quota)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(ROWS)})
    select i % 50, 'user-' || i % 50, i % 50, 'token-' || i % 50, 'model-' || i % 50, i % 50, i,
      case when i % 10 = 0 then i / 10 % 2 * 2 + 1 + i / 20 % 2 * (i / 10 % 2) else 2 end, 'request-' || i, i % 97
    from n`.execute(db)
}

/** Tells SQLite that the log has five million rows, of which each key has a fiftieth. */
async function tellSize(db: Database): Promise<void> {
  await sql`analyze`.execute(db)
  const { rows } = await sql<{
    idx: string
    stat: string
  }>`select idx, stat from sqlite_stat1 where tbl = 'logs'`.execute(db)
  for (const { idx, stat } of rows) {
    // The number of all rows, and of those that are equal in the first columns of the index.
    const [all = 0, first = 0, ...others] = stat.split(' ').map(Number)
    const told = (count: number) => (count > 1 ? Math.round((count * TOLD_ROWS) / ROWS) : count)
    const whole = [told(all), told(first), ...others].join(' ')
    await sql`update sqlite_stat1 set stat = ${whole} where idx = ${idx}`.execute(db)
  }
  await sql`analyze sqlite_schema`.execute(db)
}
