import { describe, expect, test } from 'bun:test'
import { MAX_QUOTA, MAX_QUOTA_PER_UNIT } from '../quota.ts'
import {
  type Component,
  chargeOf,
  costOf,
  costOfText,
  MAX_CALL_USD,
  MAX_COST,
  MAX_RATIO,
  MAX_USER_RATIO,
  NO_USAGE,
  type Price,
  ratesOf,
  tierFactor,
  tokensUsed,
  type Usage,
} from './price.ts'

const DIGITS = 9
const ROUNDS = 3000

/** A decimal in billionths, read from its digits without fractional arithmetic. */
function billionths(decimal: string): bigint {
  const [whole = '', fraction = ''] = decimal.split('.')
  return BigInt(whole + fraction.padEnd(DIGITS, '0'))
}

/** Deterministic pseudo-random numbers in [0, 1) from a seed. */
function randomizer(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const RATIOS = ['0', '1', '0.075', '0.1', '1.25', '2.5', '0.333333333', '15', '37.5', '0.000000001', '3000']
const EXTREMES = [...RATIOS, '1000000', '999999.999999999', '123456.789012345', '500000.000000001']
const USER_RATIOS = ['1', '0', '0.9', '0.85', '0.333333333', '0.000000001', '999.999999999', '1000']
const COMPONENTS = Object.keys(NO_USAGE).filter((name) => name !== 'reasoning') as Component[]
const COUNTS = [0, 0, 1, 2, 3, 999, 1000, 4096, 128_000, 9_999_999, 10_000_001, 2_000_000_000]

/** A price of decimals, with the expected thousandths of a unit × 10⁴⁵ per token of a component. */
function priceOf(pick: (list: readonly string[]) => string, quotaPerUnit: string, choice = RATIOS) {
  const model = pick(choice)
  const group = pick(choice)
  const user = pick([...USER_RATIOS, ''])
  const ratios = Object.fromEntries(COMPONENTS.map((name) => [name, name === 'input' ? '1' : pick(choice)]))
  const price: Price = {
    modelPrice: null,
    modelRatio: Number(model),
    groupRatio: Number(group),
    // Without a ratio of the user, the price is that of the group.
    ...(user !== '' && { userRatio: Number(user) }),
    quotaPerUnit: Number(quotaPerUnit),
    ratios: Object.fromEntries(COMPONENTS.map((name) => [name, Number(ratios[name])])) as Price['ratios'],
  }
  // A token of ratio 1 costs 2 × QuotaPerUnit / 10⁶ units.
  const unit = (2n * BigInt(quotaPerUnit) * 10n ** 9n) / 10n ** 6n
  const perToken = (name: string) =>
    unit *
    1000n *
    billionths(model) *
    billionths(group) *
    billionths(user === '' ? '1' : user) *
    billionths(ratios[name] ?? '')
  return { price, perToken }
}

const SCALE = 10n ** 45n
const halfUp = (value: bigint) => {
  const rounded = (2n * value + SCALE) / (2n * SCALE)
  return rounded > BigInt(MAX_COST) ? MAX_COST : Number(rounded)
}

test('a cost is the exact sum of tokens times decimals, rounded once, however large the numbers are', () => {
  const random = randomizer(11)
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  for (let round = 0; round < ROUNDS; round++) {
    const units = pick(['500000', '1000000', '1', '123456', '1000000000'])
    const { price, perToken } = priceOf(pick, units, round % 2 ? RATIOS : EXTREMES)
    const rates = ratesOf(price)
    const usage: Usage = { ...NO_USAGE, reasoning: 5 }
    for (const name of COMPONENTS) usage[name] = random() < 0.4 ? pick(COUNTS) : 0
    const sum = COMPONENTS.reduce((total, name) => total + BigInt(usage[name]) * perToken(name), 0n)
    expect(costOf(rates, usage)).toBe(halfUp(sum))
    const [input, output] = [pick(COUNTS), pick(COUNTS)]
    const text = BigInt(input) * perToken('input') + BigInt(output) * perToken('output')
    expect(costOfText(rates, input, output)).toBe(halfUp(text))
    expect(costOfText(rates, input, output)).toBe(costOf(rates, tokensUsed(input, output)))
  }
})

test('a tier multiplies the exact sum of tokens, or the price of a call, and is rounded once; tools cost the same', () => {
  const random = randomizer(12)
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  for (let round = 0; round < ROUNDS; round++) {
    const { price, perToken } = priceOf(pick, pick(['500000', '123456']), round % 2 ? RATIOS : EXTREMES)
    const factor = pick(['0.5', '1', '2', '1.1', '1.66666667', '2.2', '0.333333333', '6'])
    const tiers = { some: Number(factor) }
    const usage: Usage = { ...NO_USAGE }
    for (const name of COMPONENTS) usage[name] = random() < 0.4 ? pick(COUNTS) : 0
    const sum = COMPONENTS.reduce((total, name) => total + BigInt(usage[name]) * perToken(name), 0n)
    const times = (sum * billionths(factor)) / 10n ** 9n
    const cost = costOf(ratesOf({ ...price, tiers }), { ...usage, tier: 'some' })
    // The product has nine digits more than the scale; they change the rounding by at most one.
    expect(Math.abs(cost - halfUp(times))).toBeLessThanOrEqual(1)
    expect(costOf(ratesOf({ ...price, tiers }), { ...usage, tier: 'other' })).toBe(halfUp(sum))
  }
  const fixed = { ...priceOf(() => '1', '500000').price, modelPrice: 0.002, tiers: { fast: 2, us: 1.1 } }
  expect(costOf(ratesOf(fixed), { ...NO_USAGE, tier: 'fast+us' })).toBe(0.002 * 2.2 * 500_000 * 1000)
  const searching = { ...fixed, modelPrice: null, tools: { web_search: 0.01 } }
  const searched = { ...NO_USAGE, tools: { web_search: 3 } }
  expect(costOf(ratesOf(searching), { ...searched, tier: 'fast' })).toBe(costOf(ratesOf(searching), searched))
})

describe('tiers', () => {
  test('that the list does not know have the standard price, whatever their name', () => {
    for (const name of ['other', 'constructor', '__proto__', '', '+']) expect(tierFactor({ fast: 2 }, name)).toBe(1)
    expect(tierFactor(undefined, 'fast')).toBe(1)
    expect(tierFactor({ fast: 2, us: 1.1 }, 'fast+us')).toBe(2.2)
  })
})

describe('by hand', () => {
  const rates = (fields: Partial<Price>) =>
    ratesOf({ ...priceOf(() => '1', '500000').price, modelRatio: 0.075, groupRatio: 1, ...fields })

  test('a million tokens of ratio 1 are 2 USD', () => {
    expect(costOf(rates({ modelRatio: 1 }), tokensUsed(1_000_000, 0))).toBe(2 * 500_000 * 1000)
  })

  test('a user’s ratio multiplies tokens, calls and tools after the group’s', () => {
    const own = { groupRatio: 0.8, userRatio: 0.9 }
    expect(costOf(rates({ modelRatio: 1, ...own }), tokensUsed(1_000_000, 0))).toBe(1_440_000 * 500)
    expect(costOf(rates({ modelPrice: 0.002, ...own }), NO_USAGE)).toBe(0.00144 * 500_000 * 1000)
    const tools = { web_search: 0.01 }
    const searched = { ...NO_USAGE, tools: { web_search: 1 } }
    expect(costOf(rates({ modelRatio: 1, tools, ...own }), searched)).toBe(0.0072 * 500_000 * 1000)
  })

  test('halves are rounded up', () => {
    expect(costOfText(rates({ modelRatio: 0.0005 }), 1, 0)).toBe(1)
    expect(costOfText(rates({ modelRatio: 0.0004 }), 1, 0)).toBe(0)
  })

  test('a fixed price is one price, whatever was used', () => {
    const fixed = rates({ modelPrice: 0.002, groupRatio: 1.5 })
    for (const tokens of [0, 1, 1_000_000_000]) {
      expect(costOf(fixed, tokensUsed(tokens, tokens))).toBe(0.002 * 1.5 * 500_000 * 1000)
      expect(costOfText(fixed, tokens, tokens)).toBe(costOf(fixed, NO_USAGE))
    }
  })
})

describe('at the bounds of what an operator can set', () => {
  const everything = (value: number) => Object.fromEntries(COMPONENTS.map((name) => [name, value]))
  const dearest: Price = {
    modelPrice: null,
    modelRatio: MAX_RATIO,
    groupRatio: MAX_RATIO,
    userRatio: MAX_USER_RATIO,
    quotaPerUnit: MAX_QUOTA_PER_UNIT,
    ratios: everything(MAX_RATIO) as Price['ratios'],
  }
  const most = { ...NO_USAGE, ...everything(1_000_000_000) } as Usage

  test('the dearest call costs the most that a call can cost, and counting goes on exactly from there', () => {
    expect(costOf(ratesOf(dearest), most)).toBe(MAX_COST)
    expect(costOf(ratesOf({ ...dearest, modelPrice: MAX_CALL_USD }), NO_USAGE)).toBe(MAX_COST)
    expect(costOfText(ratesOf(dearest), 1_000_000_000, 1_000_000_000)).toBe(MAX_COST)
    for (const carry of [0, 1, 999]) {
      const charge = chargeOf(carry, MAX_COST)
      expect(BigInt(charge.charge) * 1000n + BigInt(charge.carry)).toBe(BigInt(MAX_COST) + BigInt(carry))
      expect(Number.isSafeInteger(MAX_QUOTA + charge.charge)).toBe(true)
    }
  })

  test('any one of the bounds alone is charged to the thousandth', () => {
    const plain = {
      ...dearest,
      modelRatio: 1,
      groupRatio: 1,
      userRatio: 1,
      quotaPerUnit: 500_000,
      ratios: everything(1),
    } as Price
    // A million tokens of ratio 1 are 10⁶ units.
    const million = tokensUsed(1_000_000, 0)
    expect(costOf(ratesOf({ ...plain, modelRatio: MAX_RATIO }), million)).toBe(1e6 * MAX_RATIO * 1000)
    expect(costOf(ratesOf({ ...plain, groupRatio: MAX_RATIO }), million)).toBe(1e6 * MAX_RATIO * 1000)
    expect(costOf(ratesOf({ ...plain, userRatio: MAX_USER_RATIO }), million)).toBe(1e6 * MAX_USER_RATIO * 1000)
    expect(costOf(ratesOf({ ...plain, quotaPerUnit: MAX_QUOTA_PER_UNIT }), million)).toBe(2 * MAX_QUOTA_PER_UNIT * 1000)
    expect(costOf(ratesOf({ ...plain, modelPrice: MAX_CALL_USD }), million)).toBe(500_000 * MAX_CALL_USD * 1000)
  })
})

describe('tools that a vendor runs', () => {
  const ratios = Object.fromEntries(COMPONENTS.map((name) => [name, 1])) as Price['ratios']
  const price: Price = { modelPrice: null, modelRatio: 1, groupRatio: 0.5, quotaPerUnit: 500_000, ratios }
  const tools = { web_search: 0.01, file_search: 0.0025 }
  const usage: Usage = { ...tokensUsed(100, 0), tools: { web_search: 3, file_search: 1, code_interpreter: 9 } }

  test('are paid by the call, beside the tokens', () => {
    // 50 units for tokens; 3 × 5000 and 1250 for tools, halved by the group ratio.
    expect(costOf(ratesOf({ ...price, tools }), usage)).toBe((50 + 7500 + 625) * 1000)
    expect(costOf(ratesOf(price), usage)).toBe(50_000)
  })

  test('cost nothing where the model costs nothing or has a price with all in it', () => {
    expect(costOf(ratesOf({ ...price, tools, modelRatio: 0 }), usage)).toBe(0)
    expect(costOf(ratesOf({ ...price, tools, modelPrice: 1 }), usage)).toBe(250_000 * 1000)
  })

  test('cost no more than any call can', () => {
    const dearest = { ...price, tools: { web_search: MAX_CALL_USD }, groupRatio: MAX_RATIO }
    expect(costOf(ratesOf(dearest), { ...usage, tools: { web_search: Number.MAX_SAFE_INTEGER } })).toBe(MAX_COST)
  })
})

test('what is charged and what is carried on is all that was used', () => {
  const random = randomizer(3)
  let carry = 0
  let charged = 0
  let used = 0
  for (let round = 0; round < ROUNDS; round++) {
    const cost = Math.floor(random() * 5000)
    const charge = chargeOf(carry, cost)
    expect(charge.carry).toBeWithin(0, 1000)
    carry = charge.carry
    charged += charge.charge
    used += cost
  }
  expect(charged * 1000 + carry).toBe(used)
})

test('a carry below zero is made up for before anything is charged, and nothing is ever charged back', () => {
  expect(chargeOf(-600, 100)).toEqual({ charge: 0, carry: -500 })
  expect(chargeOf(-500, 1600)).toEqual({ charge: 1, carry: 100 })
})
