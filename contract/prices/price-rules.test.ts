import { describe, expect, test } from 'bun:test'
import { decimalProduct } from '../decimal.ts'
import type { Price } from './price.ts'
import { checkPriceRules } from './price-rule-check.ts'
import { appliesAt, appliesToSize, applyRules, nextChange, type PriceConditions, readWindow } from './price-rules.ts'

const at = (text: string) => Date.parse(text)
const applies = (rule: PriceConditions, moment: string, group = 'default') => appliesAt(rule, { at: at(moment), group })

describe('conditions on the moment', () => {
  test.each([
    [{ from: '2027-01-01' }, '2026-12-31T23:59:59.999Z', false],
    [{ from: '2027-01-01' }, '2027-01-01T00:00:00Z', true],
    [{ until: '2027-01-01T08:00:00+08:00' }, '2026-12-31T23:59:59Z', true],
    [{ until: '2027-01-01T08:00:00+08:00' }, '2027-01-01T00:00:00Z', false],
    [{ hours: ['16:30-00:30'] }, '2026-11-25T16:29:59Z', false],
    [{ hours: ['16:30-00:30'] }, '2026-11-25T16:30:00Z', true],
    [{ hours: ['16:30-00:30'] }, '2026-11-26T00:29:59Z', true],
    [{ hours: ['16:30-00:30'] }, '2026-11-26T00:30:00Z', false],
    [{ hours: ['01:00-04:00', '10:00-24:00'] }, '2026-11-25T23:59:59Z', true],
    // 25 November 2026 is a Wednesday.
    [{ days: [3] }, '2026-11-25T00:00:00Z', true],
    [{ days: [1, 2, 4, 5, 6, 7] }, '2026-11-25T23:59:59Z', false],
    [{ days: [7] }, '2026-11-29T12:00:00Z', true],
    [{ days: [1], hours: ['00:00-01:00'] }, '2026-11-30T00:30:00Z', true],
    [{}, '2026-11-25T00:00:00Z', true],
  ] satisfies [PriceConditions, string, boolean][])('%j at %s: %p', (rule, moment, expected) => {
    expect(applies(rule, moment)).toBe(expected)
  })

  test('a rule for groups is for these groups only', () => {
    expect(applies({ groups: ['vip'] }, '2026-11-25', 'vip')).toBe(true)
    expect(applies({ groups: ['vip'] }, '2026-11-25')).toBe(false)
  })

  test('the next change is where some rule begins or ends to apply', () => {
    const next = (rules: PriceConditions[], moment: string) => nextChange(rules, at(moment))
    expect(next([{ above: 5 }, { groups: ['vip'] }], '2026-11-25')).toBe(Number.POSITIVE_INFINITY)
    expect(next([{ from: '2027-01-01' }, { until: '2026-12-01' }], '2026-11-25')).toBe(at('2026-12-01'))
    expect(next([{ from: '2026-01-01' }], '2026-11-25')).toBe(Number.POSITIVE_INFINITY)
    expect(next([{ hours: ['16:30-00:30'] }], '2026-11-25T10:00:00Z')).toBe(at('2026-11-25T16:30:00Z'))
    expect(next([{ hours: ['16:30-00:30'] }], '2026-11-25T20:00:00Z')).toBe(at('2026-11-26'))
    expect(next([{ days: [1] }], '2026-11-25T10:00:00Z')).toBe(at('2026-11-26'))
  })

  test('between two changes the same rules apply', () => {
    const rules: PriceConditions[] = [
      { hours: ['22:15-03:05', '10:00-12:00'], days: [1, 3, 5] },
      { from: '2026-11-27T13:37:00Z' },
      { until: '2026-11-28T00:00:30Z', hours: ['13:00-13:01'] },
    ]
    const applied = (moment: number) => rules.map((rule) => appliesAt(rule, { at: moment, group: '' })).join()
    let changesAt = 0
    let before = ''
    for (let moment = at('2026-11-25'); moment < at('2026-11-30'); moment += 10_000) {
      if (moment < changesAt) expect(applied(moment)).toBe(before)
      else changesAt = nextChange(rules, moment)
      before = applied(moment)
    }
  })
})

test.each([
  ['00:00-24:00', { start: 0, end: 1440 }],
  ['23:59-00:00', { start: 1439, end: 0 }],
  ['24:00-01:00', undefined],
  ['01:00-24:01', undefined],
  ['1:00-2:00', undefined],
  ['08:00-08:00', undefined],
  ['', undefined],
])('the window %p is %j', (text, window) => {
  expect(readWindow(text)).toEqual(window)
})

test.each([
  [{ above: 200_000 }, 200_000, false],
  [{ above: 200_000 }, 200_001, true],
  [{ up_to: 200_000 }, 200_000, true],
  [{ above: 32_000, up_to: 128_000 }, 128_001, false],
  [{}, 0, true],
])('%j for a prompt of %d tokens: %p', (rule, promptTokens, expected) => {
  expect(appliesToSize(rule, { promptTokens, hasReasoning: false })).toBe(expected)
  expect(appliesToSize({ ...rule, with_reasoning: true }, { promptTokens, hasReasoning: false })).toBe(false)
  expect(appliesToSize({ ...rule, with_reasoning: true }, { promptTokens, hasReasoning: true })).toBe(expected)
})

/** $2 for input, $10 for output, $0.2 for cached input. */
const price: Price = {
  modelPrice: null,
  modelRatio: 1,
  ratios: {
    output: 5,
    cacheRead: 0.1,
    cacheWrite5m: 1.25,
    cacheWrite1h: 2,
    audioInput: 1,
    audioOutput: 5,
    imageInput: 1,
    imageOutput: 5,
  },
  groupRatio: 0.9,
  quotaPerUnit: 500_000,
}
const usd = ({ modelRatio, ratios }: Price, component: keyof Price['ratios']) =>
  decimalProduct(2, modelRatio, ratios[component] ?? Number.NaN)

describe('changes', () => {
  test('a factor multiplies all prices', () => {
    const changed = applyRules(price, [{ factor: 0.5 }])
    expect(changed).toEqual({ ...price, modelRatio: 0.5 })
    expect(applyRules({ ...price, modelPrice: 0.1 }, [{ factor: 3 }]).modelPrice).toBe(0.3)
  })

  test('factors multiply single prices and leave the others as they are, in dollars', () => {
    const changed = applyRules(price, [{ factors: { input: 2, output: 1.5 } }])
    expect(changed.modelRatio).toBe(2)
    expect(usd(changed, 'output')).toBe('15')
    expect(usd(changed, 'cacheRead')).toBe('0.2')
    expect(usd(changed, 'cacheWrite1h')).toBe('4')
  })

  test('prices replace single prices, in dollars', () => {
    const changed = applyRules(price, [{ prices: { input: 3, image_output: 40 } }])
    expect(changed.modelRatio).toBe(1.5)
    expect(usd(changed, 'imageOutput')).toBe('40')
    expect(usd(changed, 'output')).toBe('10')
    expect(applyRules(price, [{ prices: { output: 0 } }]).ratios).toEqual({ ...price.ratios, output: 0 })
  })

  test('rules apply one after the other', () => {
    const changed = applyRules(price, [{ prices: { input: 3 } }, { factor: 2 }, { factors: { output: 0.5 } }])
    expect([decimalProduct(2, changed.modelRatio), usd(changed, 'output')]).toEqual(['6', '10'])
  })

  test('a price per call, the ratio of a group and the price of a service tier', () => {
    expect(applyRules({ ...price, modelPrice: 0.1 }, [{ per_call: 0.25, prices: { input: 1 } }]).modelPrice).toBe(0.25)
    expect(applyRules(price, [{ per_call: 0.25 }])).toEqual(price)
    expect(applyRules(price, [{ group_ratio: 0.7 }])).toEqual({ ...price, groupRatio: 0.7 })
    const tiers = applyRules({ ...price, tiers: { flex: 0.5 } }, [{ tier: 'priority', factor: 1.7 }])
    expect(tiers).toEqual({ ...price, tiers: { flex: 0.5, priority: 1.7 } })
  })

  test('a model whose input is free stays free', () => {
    const free = { ...price, modelRatio: 0 }
    expect(applyRules(free, [{ prices: { output: 10 } }]).modelRatio).toBe(0)
    expect(applyRules(price, [{ prices: { input: 0 } }])).toMatchObject({ modelRatio: 0, ratios: { output: 1 } })
  })
})

describe('what an operator may set', () => {
  test.each([
    [[{ above: 272_000, factors: { input: 2, output: 1.5 } }]],
    [[{ days: [1, 5], hours: ['00:00-01:00'], factor: 0.5 }]],
    [[{ groups: ['vip'], group_ratio: 0 }]],
    [[{ tier: 'priority', factor: 1.7 }]],
    [[{ tier: 'priority', above: 272_000, prices: { output: 30 }, factor: 2 }]],
    [[{ from: '2027-01-01T00:00:00Z', until: '2028-01-01', prices: { input: 1 } }]],
    [[]],
  ])('%j', (rules) => {
    expect(checkPriceRules({ m: rules })).toEqual({ m: rules } as never)
  })

  test.each([
    [[{ above: 5 }], 'changes nothing'],
    [[{ above: 5, up_to: 5, factor: 1 }], 'up_to must be larger'],
    [[{ above: 0, factor: 1 }], '0.above: must be a whole number above 0'],
    [[{ above: '5', factor: 1 }], '0.above: must be a whole number'],
    [[{ from: '2027-02-01', until: '2027-01-01', factor: 1 }], 'until must be later'],
    [[{ from: '2027-01-01T00:00:00', factor: 1 }], 'time with its zone'],
    [[{ from: '2027-13-01', factor: 1 }], 'must be a day'],
    [[{ hours: ['8-9'], factor: 1 }], '0.hours.0: must be two different times'],
    [[{ hours: [], factor: 1 }], '0.hours: must not be empty'],
    [[{ days: [0], factor: 1 }], '0.days.0'],
    [[{ factor: -1 }], '0.factor: must not be below 0'],
    [[{ factor: 1e7 }], 'must not be above'],
    [[{ prices: { input: 1 }, factors: { input: 2 } }], 'input has both'],
    [[{ prices: { inputs: 1 } }], 'unknown field inputs'],
    [[{ prices: 5 }], '0.prices: must be an object'],
    [[{ tier: 'priority', group_ratio: 1 }], 'a tier has no price per call'],
    [[{ tier: 'priority', factor: 0 }], 'tier needs a factor'],
    [[{ tier: 'priority' }], 'changes nothing'],
    [[{ colour: 1, factor: 2 }], 'unknown field colour'],
    [[5], '0: must be an object'],
    [5, 'must be a list'],
    [Array.from({ length: 51 }, () => ({ factor: 1 })), 'more than 50'],
  ])('not %j: %s', (rules, detail) => {
    expect(checkPriceRules({ m: rules })).toEqual({ model: 'm', detail: expect.stringContaining(detail) })
  })

  test('names of models', () => {
    expect(checkPriceRules({ ' m': [] })).toMatchObject({ model: ' m' })
  })
})
