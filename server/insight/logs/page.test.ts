import { beforeAll, describe, expect, test } from 'bun:test'
import { LOG_TYPE } from '#contract/statuses.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import type { Database, Store } from '../../platform/store/database.ts'
import type { PageRequest } from '../../platform/store/read-page.ts'
import type { LogRow } from '../../platform/store/tables.ts'
import type { LogFilter } from './filter.ts'
import { type LogSort, readLogPage } from './page.ts'

const MODELS = ['gpt-5', 'GPT-5-mini', 'claude_4', 'claude-4', 'o3', '模型一', '']
const FILTERS: [string, Partial<LogFilter>, (row: LogRow) => boolean][] = [
  ['no filter', {}, () => true],
  ['calls', { type: LOG_TYPE.consume }, ({ type }) => type === LOG_TYPE.consume],
  ['another type', { type: LOG_TYPE.topup }, ({ type }) => type === LOG_TYPE.topup],
  ['a model', { model_name: 'gpt-5' }, ({ model_name }) => model_name === 'gpt-5'],
  ['a pattern', { model_name: 'gpt%' }, ({ model_name }) => /^gpt/i.test(model_name)],
  ['a pattern in the middle', { model_name: '%-4' }, ({ model_name }) => model_name === 'claude-4'],
  ['an underline in a pattern', { model_name: 'claude_%' }, ({ model_name }) => model_name === 'claude_4'],
  ['a pattern for everything', { model_name: '%' }, () => true],
  ['a pattern for nothing', { model_name: 'gpt-6%' }, () => false],
  ['all but two models', { not_model_name: ['gpt-5', ''] }, ({ model_name }) => !['gpt-5', ''].includes(model_name)],
  [
    'a pattern without one of its models',
    { model_name: 'gpt%', not_model_name: ['gpt-5'] },
    ({ model_name }) => model_name === 'GPT-5-mini',
  ],
  ['a model that is left out', { model_name: 'o3', not_model_name: ['o3'] }, () => false],
  ['all types but calls', { not_type: [LOG_TYPE.consume] }, ({ type }) => type !== LOG_TYPE.consume],
  ['all types but one', { not_type: [LOG_TYPE.topup] }, ({ type }) => type !== LOG_TYPE.topup],
  ['all but a channel', { not_channel: [3] }, ({ channel_id }) => channel_id !== 3],
  ['all but a token', { not_token_name: ['a'] }, ({ token_name }) => token_name !== 'a'],
  ['all but a user', { not_username: ['u1'] }, ({ username }) => username !== 'u1'],
  ['served calls', { status: 'served' }, ({ type }) => type === LOG_TYPE.consume],
  ['failed calls', { status: 'failed' }, (row) => row.type === LOG_TYPE.system && row.model_name !== ''],
  ['failed calls that are top-ups', { status: 'failed', type: LOG_TYPE.topup }, () => false],
  [
    'a pattern of a user in a range',
    { model_name: '%5%', userId: 2, start_timestamp: 20, end_timestamp: 80 },
    (row) => row.model_name.includes('5') && row.user_id === 2 && row.created_at >= 20 && row.created_at <= 80,
  ],
  [
    'calls of a pattern in a range',
    { model_name: 'c%', type: LOG_TYPE.consume, start_timestamp: 30 },
    (row) => row.model_name.startsWith('c') && row.type === LOG_TYPE.consume && row.created_at >= 30,
  ],
]
const LISTINGS: PageRequest<LogSort>[] = [
  { offset: 0, limit: 10 },
  { offset: 15, limit: 10 },
  { offset: 3, limit: 5, order: 'asc' },
  { offset: 0, limit: 10, sort: 'id' },
  { offset: 7, limit: 10, sort: 'quota' },
  { offset: 0, limit: 10, sort: 'completion_tokens', order: 'asc' },
]
/** Rows that are sorted, of which some filters match more. */
const SORTED = 30
const BOUNDED: PageRequest<LogSort>[] = [
  { offset: 0, limit: 10, sort: 'quota' },
  { offset: 25, limit: 10, sort: 'completion_tokens', order: 'asc' },
  { offset: 30, limit: 10, sort: 'quota', order: 'asc' },
  { offset: 44, limit: 20, sort: 'quota' },
]

forEachDatabase((_, fresh) => {
  describe('a page of the log is what sorting all rows would give', () => {
    let store: Store
    let rows: LogRow[]
    beforeAll(async () => {
      store = await fresh.store()
      rows = await fill(store.db)
    })

    test.each(FILTERS)('%s', async (_, fields, matches) => {
      const filter: LogFilter = { token_name: '', model_name: '', request_id: '', ...fields }
      for (const listing of LISTINGS) {
        const expected = rows.filter(matches).toSorted(comparing(listing))
        const page = await readLogPage(store.db, filter, listing)
        expect(page).toEqual({ rows: expected.slice(listing.offset, listing.offset + listing.limit) })
      }
    })

    test.each(FILTERS)(
      '%s, of which only the newest are sorted, and older ones follow by time',
      async (_, fields, matches) => {
        const filter: LogFilter = { token_name: '', model_name: '', request_id: '', ...fields }
        const byTime = rows.filter(matches).toSorted(comparing({ offset: 0, limit: 0 }))
        for (const listing of BOUNDED) {
          const expected = [...byTime.slice(0, SORTED).toSorted(comparing(listing)), ...byTime.slice(SORTED)]
          const page = await readLogPage(store.db, filter, listing, SORTED)
          expect(page.rows).toEqual(expected.slice(listing.offset, listing.offset + listing.limit))
          expect(page.sorted).toBe(byTime.length > SORTED ? SORTED : undefined)
        }
      },
    )
  })
})

function comparing({ sort, order = 'desc' }: PageRequest<LogSort>) {
  const sign = order === 'asc' ? 1 : -1
  const column = sort ?? 'created_at'
  return (a: LogRow, b: LogRow) => sign * (a[column] - b[column] || a.id - b.id)
}

const EMPTY = {
  channel_id: 0,
  content: '',
  is_stream: 0,
  other: '',
  prompt_tokens: 0,
  request_id: '',
  token_id: 0,
  token_name: '',
  use_time: 0,
  username: '',
}

/** Rows whose times, costs and tokens are often equal, inserted in another order than that of their times. */
async function fill(db: Database): Promise<LogRow[]> {
  for (let i = 0; i < 120; i++) {
    const row = {
      ...EMPTY,
      user_id: i % 3,
      created_at: (i * 37) % 100,
      username: `u${i % 3}`,
      channel_id: i % 4,
      token_name: i % 5 === 0 ? 'a' : 'b',
      type: i % 9 === 0 ? LOG_TYPE.topup : i % 10 === 1 ? LOG_TYPE.system : LOG_TYPE.consume,
      model_name: MODELS[i % MODELS.length] ?? '',
      quota: (i * 7) % 11,
      completion_tokens: i % 5,
    }
    await db.insertInto('logs').values(row).execute()
  }
  return db.selectFrom('logs').selectAll().execute()
}
