import { describe, expect, test } from 'bun:test'
import { tokensUsed, type Usage } from '#contract/prices/price.ts'
import type { PriceStep } from '#contract/prices/sync/price-changes.ts'
import type { SyncedPrice, SyncedPrices } from '#contract/prices/sync/synced-prices.ts'
import { bookWith, priceBookValues } from '#test/harness/price-book.ts'
import { quoteForUsage } from '../quote.ts'
import { planSync } from './plan-sync.ts'
import type { ListEntry } from './price-list.ts'

const NOW = Date.parse('2026-11-25T12:00:00Z') / 1000
const ADDRESS = 'https://lists.example/prices.json'

const entry = (name: string, price: ListEntry['price'], seller = 'openai'): ListEntry => {
  return { name, seller, id: name.slice(name.lastIndexOf('/') + 1), price }
}
const plan = (
  entries: ListEntry[],
  { own = {}, models = entries.map(({ id }) => id), undone = new Map<string, SyncedPrice>(), now = NOW } = {},
) =>
  planSync(priceBookValues(own), models, [{ address: ADDRESS, list: { shape: 'litellm', entries, skipped: 0 } }], {
    now,
    undone,
  })
const step = (of: PriceStep['of'], before: string | null, after: string | null, above = 0) => {
  return { of, above, with_reasoning: false, before, after }
}

describe('a model on offer is found', () => {
  const price = { input: '7', output: '9' }
  const found = (name: string, seller: string, model: string) =>
    plan([entry(name, price, seller)], { models: [model] }).changes.length === 1

  test.each([
    ['gpt-5.4', 'openai', 'gpt-5.4', true],
    ['openai/gpt-5.4', 'openai', 'gpt-5.4', true],
    ['openai/gpt-5.4', 'openai', 'openai/gpt-5.4', true],
    ['gpt-5.4', 'openai', 'openai/gpt-5.4', true],
    ['gemini/gemini-2.5-pro', 'gemini', 'gemini-2.5-pro', true],
    ['z-ai/glm-9', 'z-ai', 'glm-9', true],
    // Others than the maker have their own prices.
    ['azure/gpt-5.4', 'azure', 'gpt-5.4', false],
    ['azure/gpt-5.4', 'azure', 'azure/gpt-5.4', true],
    ['github-copilot/gpt-5.4', 'github-copilot', 'openai/gpt-5.4', false],
    ['dashscope/deepseek-v9', 'dashscope', 'deepseek-v9', false],
    ['gpt-5.4', 'openai', 'azure/gpt-5.4', false],
    ['gpt-5.4', 'openai', 'GPT-5.4', false],
    ['gpt-5.4', 'openai', 'constructor', false],
  ])('%s of %s as %s: %p', (name, seller, model, is) => expect(found(name, seller, model)).toBe(is))

  test('at its maker before anybody else who has the name', () => {
    const { changes } = plan(
      [
        entry('gemini-2.5-pro', { input: '9', output: '9' }, 'vertex_ai'),
        entry('gemini/gemini-2.5-pro', price, 'gemini'),
      ],
      { models: ['gemini-2.5-pro'] },
    )
    expect(changes[0]).toMatchObject({ listed_as: 'gemini/gemini-2.5-pro', after: { input: '7' } })
  })

  test('in the first of several lists; what none has is named', () => {
    const list = (usd: string) => ({
      shape: 'litellm' as const,
      entries: [entry('gpt-5.4', { input: usd, output: usd })],
      skipped: 0,
    })
    const sources = [
      { address: 'https://one.example', list: list('3') },
      { address: 'https://two.example', list: list('4') },
    ]
    const { changes, missing } = planSync(priceBookValues({}), ['gpt-5.4', 'zebra'], sources, {
      now: NOW,
      undone: new Map(),
    })
    expect(changes).toMatchObject([{ after: { input: '3', source: 'https://one.example' } }])
    expect(missing).toEqual(['zebra'])
  })
})

describe('the difference', () => {
  test('is stated by component in dollars, with the largest change in percent', () => {
    const { changes } = plan([entry('gpt-4o', { input: '2', output: '10', cache_read: '1' })])
    expect(changes).toMatchObject([
      {
        ...{ model: 'gpt-4o', verdict: 'ready', reason: null, origin: 'builtin', percent: 20 },
        steps: [step('input', '2.5', '2'), step('cache_read', '1.25', '1')],
      },
    ])
  })

  test('a list that says what applies changes nothing', () => {
    const { changes, same } = plan([entry('gpt-4o', { input: '2.5', output: '10', cache_read: '1.25' })])
    expect([changes, same]).toEqual([[], 1])
  })

  test('names the prices of long prompts, on both sides', () => {
    const lengths = [{ above: 200_000, input: '2.5', output: '15' }]
    const same = plan([entry('gemini-2.5-pro', { input: '1.25', output: '10', lengths }, 'gemini')])
    expect(same.changes).toEqual([])
    const [dearer] = plan([
      entry(
        'gemini-2.5-pro',
        { input: '1.25', output: '10', lengths: [{ above: 200_000, input: '3', output: '15' }] },
        'gemini',
      ),
    ]).changes
    expect(dearer?.steps).toContainEqual(step('input', '2.5', '3', 200_000))
    expect(dearer?.percent).toBe(20)
  })

  test('names service tiers', () => {
    const [change] = plan([
      entry('gpt-4o', { input: '2.5', output: '10', tiers: { priority: '2', turbo: '3' } }),
    ]).changes
    expect(change?.steps).toEqual([step('tier:priority', '1.7', '2'), step('tier:turbo', '1', '3')])
    expect(change?.verdict).toBe('held')
  })

  test('counts a price of a date only once', () => {
    const after = Date.parse('2027-02-01T00:00:00Z') / 1000
    const price = { input: '1.5', output: '9', cache_read: '0.2' }
    const [change] = plan([entry('gemini-3.8-flash', price, 'gemini')], {
      now: after,
      own: { PriceSyncMaxChange: 1000 },
    }).changes
    const synced = { 'gemini-3.8-flash': change!.after }
    const input = (now: number, prices: SyncedPrices) =>
      bookWith({ SyncedPrices: prices }, () => now * 1000).quote('gemini-3.8-flash', 'default')?.price.modelRatio
    expect(input(after + 60, {})).toBe(0.75)
    expect(input(after + 60, synced)).toBe(0.75)
    // A sync before the date leaves the change of that day to come.
    const early = { 'gemini-3.8-flash': { ...change!.after, input: '0.75', at: NOW } }
    expect([input(NOW, early), input(after, early)]).toEqual([0.375, 0.75])
  })
})

describe('what waits for a confirmation', () => {
  test.each([
    ['more than the largest change', { input: '4', output: '10' }, 'large'],
    ['less by more than it', { input: '1', output: '10' }, 'large'],
    ['a dearer output alone', { input: '2.5', output: '13' }, 'large'],
    ['nothing any more', { input: '0', output: '0' }, 'free'],
    ['free output', { input: '2.5', output: '0' }, 'free'],
    ['a price per call', { per_call: '0.01' }, 'billing'],
  ])('%s', (_, price, reason) => {
    expect(plan([entry('gpt-4o', price)]).changes).toMatchObject([{ verdict: 'held', reason }])
  })

  test('a limit of any size never lets a price fall to nothing', () => {
    const own = { PriceSyncMaxChange: 1_000_000 }
    expect(plan([entry('gpt-4o', { input: '0', output: '0' })], { own }).changes).toMatchObject([{ reason: 'free' }])
    expect(plan([entry('gpt-4o', { input: '9', output: '10' })], { own }).changes).toMatchObject([{ verdict: 'ready' }])
  })

  test('a first price is ready, unless it is free', () => {
    expect(plan([entry('gpt-99', { input: '9', output: '10' })]).changes).toMatchObject([
      { verdict: 'ready', origin: 'none', percent: null },
    ])
    expect(plan([entry('gpt-99', { input: '0', output: '0' })]).changes).toMatchObject([{ reason: 'free' }])
  })

  test('what an undo has taken back', () => {
    const price = { input: '2', output: '10', cache_read: '1' }
    const undone = new Map([['gpt-4o', { ...price, source: 'elsewhere', at: 5 }]])
    expect(plan([entry('gpt-4o', price)], { undone }).changes).toMatchObject([{ verdict: 'held', reason: 'undone' }])
    expect(plan([entry('gpt-4o', { ...price, input: '2.1' })], { undone }).changes).toMatchObject([
      { verdict: 'ready' },
    ])
  })

  test('models that the operator has locked or priced', () => {
    const entries = [entry('gpt-4o', { input: '2.4', output: '10' })]
    const verdict = (own: object) => plan(entries, { own }).changes.map((change) => [change.verdict, change.steps[0]])
    expect(verdict({ PriceSyncLocks: ['gpt-4o'] })).toEqual([['locked', step('input', '2.5', '2.4')]])
    expect(verdict({ ModelRatio: { 'gpt-4o': 2 } })).toEqual([['own', step('input', '4', '2.4')]])
    expect(verdict({ PriceRules: { 'gpt-4o': [] } })).toEqual([['own', step('input', '2.5', '2.4')]])
  })
})

describe('a synced price', () => {
  const synced = (model: string, price: Partial<SyncedPrice>, own: object = {}) =>
    bookWith({ SyncedPrices: { [model]: { ...price, source: ADDRESS, at: NOW } }, ...own }).quote(model, 'default')!
  const cost = (quote: ReturnType<typeof synced>, usage: Usage) => quoteForUsage(quote, usage).price

  test('stands over the built-in one, and an own value over it', () => {
    expect(synced('gpt-4o', { input: '3', output: '12' }).price).toMatchObject({
      modelRatio: 1.5,
      // The list does not name cached input: it costs half of the new price, as before.
      ratios: { output: 4, cacheRead: 0.5 },
    })
    const own = synced('gpt-4o', { input: '3', output: '15' }, { ModelRatio: { 'gpt-4o': 5 } })
    expect(own.price).toMatchObject({ modelRatio: 5, ratios: { output: 5 } })
  })

  test('prices long prompts, cached tokens too', () => {
    const lengths = [
      { above: 1000, input: '2', output: '9' },
      { above: 2000, input: '4', output: '9' },
    ]
    const quote = synced('zebra', { input: '1', output: '3', cache_read: '0.1', lengths })
    const prices = [1000, 1001, 2001].map((tokens) => cost(quote, tokensUsed(tokens, 1)))
    expect(prices.map(({ modelRatio }) => modelRatio)).toEqual([0.5, 1, 2])
    expect(prices.map(({ modelRatio, ratios }) => modelRatio * ratios.cacheRead)).toEqual([0.05, 0.1, 0.2])
    expect(prices.map(({ modelRatio, ratios }) => 2 * modelRatio * ratios.output)).toEqual([3, 9, 9])
  })

  test('per call stands in place of a price per token, and the other way round', () => {
    expect(synced('gpt-4o', { per_call: '0.02' }).price.modelPrice).toBe(0.02)
    expect(synced('dall-e-3', { input: '5', output: '40', image_output: '40' }).price).toMatchObject({
      modelPrice: null,
      modelRatio: 2.5,
      ratios: { imageOutput: 8 },
    })
  })
})
