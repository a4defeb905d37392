import { expect, test } from 'bun:test'
import { checkPriceRules, isRuleProblem } from '#contract/prices/price-rule-check.ts'
import type { PriceRule } from '#contract/prices/price-rules.ts'
import { draftOf, ruleOf } from './rule-draft.ts'

test.each<PriceRule>([
  { above: 272_000, factors: { input: 2, output: 1.5 } },
  { above: 32_000, up_to: 128_000, prices: { input: 3, output: 12, cache_write_1h: 6 } },
  { with_reasoning: false, prices: { reasoning: 1 } },
  { from: '2027-01-01', until: '2027-02-01T08:00:00Z', factor: 0.5 },
  { days: [1, 2, 5], hours: ['16:30-00:30', '02:00-03:00'], factor: 0 },
  { groups: ['vip', 'svip'], group_ratio: 0.7 },
  { per_call: 0.01 },
  { factor: 1.7, tier: 'priority' },
])('%j is the same after its form', (rule) => {
  expect(ruleOf(draftOf(rule))).toEqual(rule)
})

test('numbers are read as people write them', () => {
  const draft = { ...draftOf(), above: '272,000', upTo: '1 000 000', factor: 'x1.5', hours: '08:00–12:00，13:00-18:00' }
  expect(ruleOf({ ...draft, components: { ...draft.components, output: '$3.50', input: '* 2' } })).toEqual({
    above: 272_000,
    up_to: 1_000_000,
    factor: 1.5,
    hours: ['08:00-12:00', '13:00-18:00'],
    factors: { input: 2 },
    prices: { output: 3.5 },
  })
})

test.each([
  [{ factor: 'half' }, 'factor'],
  [{ above: '-5', factor: '2' }, 'above'],
  [{ from: 'tomorrow', factor: '2' }, 'from'],
  [{ hours: '25:00-26:00', factor: '2' }, 'hours'],
  [{}, 'changes nothing'],
])('%j is refused by the rules of the contract', (typed, says) => {
  const checked = checkPriceRules({ m: [ruleOf({ ...draftOf(), ...typed })] })
  expect(isRuleProblem(checked) && checked.detail).toContain(says)
})
