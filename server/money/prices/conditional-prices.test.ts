import { describe, expect, test } from 'bun:test'
import { decimalProduct } from '#contract/decimal.ts'
import { costOf, type Price, tokensUsed } from '#contract/prices/price.ts'
import { appliesAt, appliesToSize, RULE_COMPONENTS, type RuleComponent } from '#contract/prices/price-rules.ts'
import { recompute } from '#contract/receipt.ts'
import { bookWith } from '#test/harness/price-book.ts'
import { createReceipt } from '../receipts/create-receipt.ts'
import { wholeReceipt } from '../receipts/whole-receipt.ts'
import { defaultPrices, defaultRules } from './default-prices.ts'
import { type Quote, quoteForPrompt, quoteForUsage, tiersOf } from './quote.ts'

/** A note that says when a price holds. */
const CONDITION = /up to \d+K tokens|then double|off-peak|lowest prompt-length tier/
/** A moment at which every day and hour is tried: a week from Monday on, before any rule with a date begins. */
const MONDAY = Date.parse('2026-11-23T00:30:00Z')
const HOUR_MS = 3_600_000
const SIZES = [1000, 100_000, 150_000, 199_999, 260_000, 300_000, 600_000, 900_000]

const usd = ({ modelRatio, ratios }: Price, name: RuleComponent): string => {
  const component = RULE_COMPONENTS[name]
  return component === 'input' ? decimalProduct(2, modelRatio) : decimalProduct(2, modelRatio, ratios[component] ?? 0)
}

describe('the built-in list', () => {
  test('has a rule for every condition that a note names', () => {
    const models = Object.entries(defaultPrices.models).filter(([, { note }]) => note && CONDITION.test(note))
    expect(models.length).toBeGreaterThan(50)
    expect(models.filter(([name]) => !defaultRules.has(name)).map(([name]) => name)).toEqual([])
  })

  test('charges under each condition the price that it says, to the digit', () => {
    const wrong: string[] = []
    let compared = 0
    for (const [name, { rules = [], currency }] of Object.entries(defaultPrices.models)) {
      const perUnit = currency === 'CNY' ? Number(defaultPrices.cny_per_usd) : 1
      for (const rule of rules) {
        const { factor: _, ...conditions } = rule
        const promptTokens = SIZES.find((size) =>
          appliesToSize(conditions, { promptTokens: size, hasReasoning: conditions.with_reasoning ?? false }),
        )
        const at = Array.from({ length: 7 * 24 }, (_, hour) => MONDAY + hour * HOUR_MS).find((moment) =>
          appliesAt(conditions, { at: moment, group: '' }),
        )
        if (at === undefined || promptTokens === undefined) continue
        const quote = bookWith({}, () => at).quote(name, 'default')
        const { price } = quote?.forSize?.({ promptTokens, hasReasoning: conditions.with_reasoning ?? false }) ?? quote!
        for (const key of Object.keys(RULE_COMPONENTS) as RuleComponent[]) {
          const listed = rule[key as keyof typeof rule]
          if (typeof listed !== 'string') continue
          compared += 1
          const charged = Number(usd(price, key))
          if (Math.abs(charged - Number(listed) / perUnit) > charged * 1e-7) wrong.push(`${name} ${key}: ${charged}`)
        }
      }
    }
    expect(wrong).toEqual([])
    expect(compared).toBeGreaterThan(150)
  })

  test.each([
    ['gpt-6.1-sol', 272_000, '2', '10'],
    ['gpt-6.1-sol', 272_001, '4', '15'],
    ['gemini-2.5-pro', 200_000, '1.25', '10'],
    ['gemini-2.5-pro', 200_001, '2.5', '15'],
    ['claude-haiku-5-5', 100_001, '0.5', '2.5'],
  ])('%s costs for a prompt of %d tokens $%s and $%s', (model, prompt, input, output) => {
    const { price } = quoteForUsage(bookWith({}).quote(model, 'default')!, tokensUsed(prompt, 5))
    expect([usd(price, 'input'), usd(price, 'output')]).toEqual([input, output])
  })

  test.each([
    ['2026-11-25T01:00:00Z', '0.3'],
    ['2026-11-25T04:00:00Z', '0.15'],
    ['2026-11-25T09:59:59Z', '0.3'],
    ['2026-11-25T10:00:00Z', '0.15'],
    // A Saturday.
    ['2026-11-28T02:00:00Z', '0.15'],
  ])('deepseek-chat costs at %s $%s', (at, input) => {
    const { price } = bookWith({}, () => Date.parse(at)).quote('deepseek-chat', 'default')!
    expect(usd(price, 'input')).toBe(input)
  })

  test('a price with a date begins on that day, also in a book that has been asked before', () => {
    let now = Date.parse('2026-12-31T23:59:59Z')
    const book = bookWith({}, () => now)
    const input = () => usd(book.quote('gemini-3.8-flash', 'default')!.price, 'input')
    expect([input(), input()]).toEqual(['0.75', '0.75'])
    now += 1000
    expect(input()).toBe('1.5')
  })
})

describe('an operator’s rules', () => {
  const rules = (list: object[], more: object = {}) =>
    bookWith({ ModelRatio: { m: 1 }, PriceRules: { m: list }, ...more })
  const dollars = (quote: Quote | undefined) => quote && [usd(quote.price, 'input'), usd(quote.price, 'output')]

  test('stand in place of the built-in ones, which a list without rules switches off', () => {
    const book = bookWith({ PriceRules: { 'gpt-6.1-sol': [] } })
    expect(book.quote('gpt-6.1-sol', 'default')?.forSize).toBeUndefined()
  })

  test('built-in factors hold for an operator’s own price of the model, too', () => {
    const quote = bookWith({ ModelRatio: { 'gpt-6.1-sol': 3 } }).quote('gpt-6.1-sol', 'default')!
    expect(dollars(quoteForUsage(quote, tokensUsed(300_000, 1)))).toEqual(['12', '45'])
  })

  test('for a group and a model', () => {
    const book = rules([
      { groups: ['vip'], prices: { output: 9 } },
      { groups: ['vip'], group_ratio: 0.7 },
    ])
    expect(dollars(book.quote('m', 'default'))).toEqual(['2', '2'])
    expect(dollars(book.quote('m', 'vip'))).toEqual(['2', '9'])
    expect(book.quote('m', 'vip')?.price.groupRatio).toBe(0.7)
  })

  test('bands of the length of the prompt do not add up', () => {
    const quote = rules([
      { above: 1000, up_to: 5000, factor: 2 },
      { above: 5000, factor: 3 },
    ]).quote('m', 'default')!
    const of = (prompt: number) => dollars(quoteForUsage(quote, tokensUsed(prompt, 1)))?.[0]
    expect([1000, 1001, 5000, 5001].map(of)).toEqual(['2', '4', '4', '6'])
  })

  test('the length counts all of the prompt, cached tokens included', () => {
    const quote = rules([{ above: 1000, factor: 2 }]).quote('m', 'default')!
    const usage = {
      ...tokensUsed(1, 1),
      cacheRead: 900,
      cacheWrite5m: 50,
      cacheWrite1h: 25,
      audioInput: 20,
      imageInput: 5,
    }
    expect(dollars(quoteForUsage(quote, usage))?.[0]).toBe('4')
  })

  test('a hold expects the dearer answer, with or without reasoning', () => {
    const quote = rules([{ with_reasoning: true, prices: { output: 9 } }]).quote('m', 'default')!
    expect(dollars(quoteForPrompt(quote, 5))).toEqual(['2', '9'])
    expect(dollars(quoteForUsage(quote, tokensUsed(5, 5)))).toEqual(['2', '2'])
    expect(dollars(quoteForUsage(quote, { ...tokensUsed(5, 5), reasoning: 1 }))).toEqual(['2', '9'])
  })

  test('a service tier with prices of its own, by the length of the prompt', () => {
    const quote = rules([
      { tier: 'priority', factor: 2 },
      { tier: 'priority', above: 1000, prices: { output: 40 }, factors: { input: 3 } },
    ]).quote('m', 'default')!
    expect(tiersOf(quote)!.priority).toBeGreaterThanOrEqual(3)
    const cost = (input: number, tier?: string) => {
      const usage = { ...tokensUsed(input, 10), ...(tier && { tier }) }
      const of = quoteForUsage(quote, usage)
      return { cost: costOf(of.rates, usage), tier: of.rules }
    }
    const [plain, long] = [cost(100), cost(2000)]
    expect(cost(100, 'priority').cost).toBe(2 * plain.cost)
    const dear = quoteForUsage(quote, { ...tokensUsed(2000, 10), tier: 'priority' }).price
    expect(dear.modelRatio).toBe(3 * quote.price.modelRatio)
    expect(dear.modelRatio * dear.ratios.output * 2).toBeCloseTo(40, 6)
    expect(cost(2000, 'priority').tier).toEqual([{ tier: 'priority', above: 1000 }])
    expect(cost(2000, 'flex').cost).toBe(long.cost)
  })

  test('the price of a service tier', () => {
    expect(rules([{ tier: 'priority', factor: 1.5 }]).quote('m', 'default')?.price.tiers?.priority).toBe(1.5)
  })

  test('a price per call does not depend on tokens', () => {
    const book = rules(
      [
        { above: 1, factor: 2 },
        { days: [1, 2, 3, 4, 5, 6, 7], factor: 3 },
      ],
      { ModelPrice: { m: 0.1 } },
    )
    expect(book.quote('m', 'default')).toMatchObject({ price: { modelPrice: 0.3 } })
    expect(book.callQuote('m', 'default', 1, 1).price.modelPrice).toBe(0.3)
  })
})

test('every charge by rules is recomputed from its own receipt', () => {
  let seed = 11
  const draw = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % (most + 1)
  }
  const amount = () => draw(99_999) / 10 ** draw(4)
  for (let round = 0; round < 2000; round++) {
    const list = Array.from({ length: draw(4) }, () => ({
      ...(draw(1) && { above: draw(2000) + 1 }),
      ...(draw(1) && { with_reasoning: draw(1) === 1 }),
      ...(draw(1) && { factor: amount() }),
      ...(draw(1) && {
        prices: { input: amount() + 0.1, output: amount(), reasoning: amount(), cache_read: amount() },
      }),
      ...(draw(1) && { factors: { audio_input: amount(), image_output: amount(), cache_write_5m: amount() } }),
      group_ratio: amount(),
    }))
    const book = bookWith({ ModelRatio: { m: amount() }, CompletionRatio: { m: amount() }, PriceRules: { m: list } })
    const usage = {
      ...{ input: draw(5000), cacheRead: draw(500), cacheWrite5m: draw(50), cacheWrite1h: draw(50) },
      ...{ output: draw(5000), reasoning: draw(1) * draw(6000), audioInput: draw(50), audioOutput: draw(50) },
      ...{ imageInput: draw(9), imageOutput: draw(9) },
    }
    const quote = quoteForUsage(book.quote('m', 'default', draw(1) ? amount() : 1)!, usage)
    const carryIn = draw(999)
    const cost = costOf(quote.rates, usage)
    const outcome = { quote, usage, source: 'upstream', reason: 'stop', firstByteMs: 1, upstreamModel: 'm' } as const
    const { terms, other } = createReceipt({ model: 'm', attempts: [] }, outcome, { carryIn, carryOut: 0 })
    const receipt = JSON.parse(wholeReceipt({ other, request_id: 'r' }, terms.receipt))
    expect(recompute(receipt)).toBe(Math.floor((carryIn + cost) / 1000))
  }
})
