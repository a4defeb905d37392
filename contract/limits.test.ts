import { expect, test } from 'bun:test'
import { limitsSchema } from './limit-schemas.ts'
import {
  exceededBounds,
  matchesModel,
  matchesPattern,
  mergeLimits,
  parseStoredLimits,
  storedLimits,
  tightestLimit,
} from './limits.ts'

test.each([
  ['claude-opus*', 'claude-opus-4', true],
  ['claude-opus*', 'claude-opus', true],
  ['claude-opus*', 'claude-sonnet', false],
  ['*', '', true],
  ['gpt-5', 'gpt-5', true],
  ['gpt-5', 'gpt-5-mini', false],
  ['*mini*', 'gpt-5-mini', true],
  ['a*b*c', 'abc', true],
  ['a*b*c', 'ac', false],
  ['ab*ba', 'aba', false],
  ['a*bc*c', 'abc', false],
  ['gpt.5', 'gptx5', false],
])('%s matches %s: %p', (pattern, name, matches) => expect(matchesPattern(pattern, name)).toBe(matches))

test('a model is in a list when one pattern matches', () => {
  expect(matchesModel(['gpt-5', 'claude-*'], 'claude-haiku')).toBe(true)
  expect(matchesModel([], 'claude-haiku')).toBe(false)
})

test.each([
  [{ rpm: -1 }],
  [{ rpm: 1.5 }],
  [{ rps: 1 }],
  [{ budgets: [{ window: 'year', quota: 1 }] }],
  [{ budgets: [{ window: 'day', quota: -1 }] }],
  [{ budgets: [{ window: 'day', quota: 1, models: [] }] }],
  [
    {
      budgets: [
        { window: 'day', quota: 1 },
        { window: 'day', quota: 2 },
      ],
    },
  ],
])('%j is refused', (limits) => expect(limitsSchema.safeParse(limits).success).toBe(false))

test('stored limits are read back', () => {
  expect(parseStoredLimits('')).toBeUndefined()
  expect(parseStoredLimits(storedLimits({ rpm: 5 }))).toEqual({ rpm: 5 })
  for (const nothing of [null, {}, { budgets: [] }]) expect(storedLimits(nothing)).toBe('')
})

test('limits are compared with their bounds', () => {
  const bounds = { rpm: 60, budgets: [{ window: 'day' as const, quota: 100 }] }
  expect(exceededBounds({ rpm: 60, tpm: 5, budgets: [{ window: 'day', quota: 100 }] }, bounds)).toEqual([])
  expect(exceededBounds({ rpm: 61, budgets: [{ window: 'day', quota: 101, models: ['gpt*'] }] }, bounds)).toEqual([
    'rpm',
    'day',
  ])
})

test('a change of named limits leaves the others', () => {
  const day = { window: 'day' as const, quota: 5 }
  expect(mergeLimits(null, null)).toBeNull()
  expect(mergeLimits({ rpm: 5 }, null)).toEqual({ rpm: 5 })
  expect(mergeLimits({ rpm: 5, budgets: [day] }, { tpm: 1, budgets: [{ ...day, quota: 9 }] })).toEqual({
    ...{ rpm: 5, tpm: 1 },
    budgets: [{ ...day, quota: 9 }],
  })
  const own = { ...day, models: ['b', 'a'] }
  expect(
    mergeLimits({ budgets: [own, day] }, { budgets: [{ ...own, models: ['a', 'b'], quota: 0 }] })?.budgets,
  ).toEqual([day, { ...day, models: ['a', 'b'], quota: 0 }])
})

test('the tightest limit is that of which the largest share is used', () => {
  const use = (used: number, limit: number) => ({ used, limit, resets_at: 0 })
  expect(tightestLimit({})).toBeUndefined()
  expect(tightestLimit({ rpm: use(0, 60), tpm: use(0, 9) })?.measure).toBe('rpm')
  expect(tightestLimit({ rpm: use(1, 60), tpd: use(5, 100) })?.measure).toBe('tpd')
  expect(tightestLimit({ rpm: use(59, 60), concurrency: use(0, 0) })?.measure).toBe('concurrency')
  const budgets = [{ window: 'day' as const, ...use(9, 10) }]
  expect(tightestLimit({ rpm: use(5, 10), budgets })).toEqual({ measure: 'budget', use: budgets[0]! })
})
