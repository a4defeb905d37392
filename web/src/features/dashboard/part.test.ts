import { expect, test } from 'bun:test'
import type { UsageRow } from '#contract/api/statistics.ts'
import { partsOf } from './bar-parts.ts'
import { objectId, partFilter, partName, type View } from './part.ts'
import { seriesOf } from './series.ts'
import { bucketsOf, rankParts } from './usage.ts'

const row = (columns: Partial<UsageRow>): UsageRow => ({
  ...{ id: 0, user_id: 0, username: '', model_name: '', created_at: 7200, count: 1, quota: 1 },
  ...{ token_used: 0, prompt_tokens: 0, completion_tokens: 0, cached_tokens: 0, failed_count: 0 },
  ...columns,
})
const view = (columns: Partial<View>): View => ({ by: 'token', all: true, username: undefined, ...columns })
const t = ((key: string, values?: { name: string }) => (values ? `${values.name} gone` : key)) as never

const LAPTOP = row({ by_id: 3, by_name: 'laptop', username: 'bob', user_id: 2 })
const LOST = row({ by_id: 12, by_name: '', by_deleted: true })
const OTHERS = row({ by_id: null, by_name: '', by_deleted: false })

test('parts have their names, and those that are gone their number', () => {
  expect(partName(LAPTOP, view({}), t)).toBe('laptop · bob')
  expect(partName(LAPTOP, view({ username: 'bob' }), t)).toBe('laptop')
  expect(partName(LAPTOP, view({ all: false }), t)).toBe('laptop')
  expect(partName(LOST, view({ by: 'channel' }), t)).toBe('#12 gone')
  expect(partName({ ...LAPTOP, by_deleted: true }, view({ all: false }), t)).toBe('laptop gone')
  expect(partName(row({ by_id: 0 }), view({}), t)).toBe('part.noToken')
  expect(partName(row({ by_id: 0 }), view({ by: 'channel' }), t)).toBe('part.noChannel')
  expect(partName(OTHERS, view({ by: 'user' }), t)).toBe('chart.rest.user')
  expect(partName(row({ model_name: 'o3' }), view({ by: 'model' }), t)).toBe('o3')
})

test('a part leads to its own calls, or nowhere', () => {
  const bob = { username: 'bob' }
  for (const each of [{}, { all: false }, bob]) {
    expect(partFilter(LAPTOP, view(each))).toEqual({ token_id: 3, username: undefined })
  }
  expect(partFilter(LOST, view({}))).toEqual({ token_id: 12, username: undefined })
  expect(partFilter(row({ by_id: 2, by_name: 'bob', ...bob }), view({ by: 'user' }))).toEqual(bob)
  expect(partFilter(LOST, view({ by: 'channel', ...bob }))).toEqual({ channel: 12, ...bob })
  expect(partFilter(row({ model_name: 'o3' }), view({ by: 'model', ...bob }))).toEqual({ model_name: 'o3', ...bob })
  expect(partFilter(LOST, view({ by: 'user' }))).toBeUndefined()
  for (const by of ['token', 'user', 'channel'] as const) expect(partFilter(OTHERS, view({ by }))).toBeUndefined()
  expect(partFilter(row({ by_id: 0 }), view({}))).toBeUndefined()
  expect(partFilter(row({}), view({ by: 'model' }))).toBeUndefined()
})

test('a name leads to its object where the reader has its page', () => {
  expect(objectId(row({ model_name: 'o3' }), view({ by: 'model' }))).toBe('o3')
  expect(objectId(LAPTOP, view({ by: 'token', all: false }))).toBe(3)
  expect(objectId(LAPTOP, view({ by: 'token', all: true }))).toBeUndefined()
  expect(objectId(row({ by_id: 4, by_name: 'main' }), view({ by: 'channel' }))).toBe(4)
  const gone = row({ by_id: 4, by_name: 'main', by_deleted: true })
  for (const part of [gone, OTHERS, undefined]) expect(objectId(part, view({ by: 'channel' }))).toBeUndefined()
})

test('all others together are the rest, however much they used, and bars are whole', () => {
  const rows = [LAPTOP, LOST, { ...OTHERS, quota: 50 }]
  const ranking = rankParts(rows, 'quota')
  expect(ranking.map(({ key }) => key)).toEqual(['12', '3', ''])
  const series = seriesOf(ranking)
  expect(series.map(({ key }) => key)).toEqual(['12', '3', undefined])
  const [bucket] = bucketsOf(rows, { start: 7200, end: 7300 }, 'hour')
  expect(partsOf(bucket!, series, 'quota').map(([{ key }, value]) => [key, value])).toEqual([
    ['12', 1],
    ['3', 1],
    [undefined, 50],
  ])
})
