import { describe, expect, test } from 'bun:test'
import { TOOLS } from '#contract/prices/price.ts'
import file from './default-prices.json' with { type: 'json' }
import {
  defaultAudioCompletionRatio,
  defaultAudioRatio,
  defaultCacheRatio,
  defaultCacheWrite1hRatio,
  defaultCacheWrite5mRatio,
  defaultCompletionRatio,
  defaultImageOutputRatio,
  defaultImageRatio,
  defaultModelPrice,
  defaultModelRatio,
  defaultPrices,
  defaultReasoningRatio,
  defaultToolPrices,
  usdPrice,
} from './default-prices.ts'
import { type ModelListPrice, type PriceKey, parsePrices } from './price-file.ts'

const KEYS: PriceKey[] = [
  'input',
  'output',
  'cache_read',
  'cache_write_5m',
  'cache_write_1h',
  'audio_input',
  'audio_output',
  'image_input',
  'image_output',
  'per_call',
]
const models = Object.entries(defaultPrices.models)
const usd = (price: ModelListPrice, key: PriceKey) => usdPrice(price, key, defaultPrices.cny_per_usd)

/** A price file with one model, so that a test shows only the relevant values. */
const fileWith = (price: object) => ({
  version: '2026-11-20',
  cny_per_usd: '7.3',
  sources: { acme: 'https://acme.example/pricing' },
  models: { m: { vendor: 'acme', ...price } },
})

describe('the list', () => {
  test('is a sound price file, completed as the check of such files does', () => {
    expect(defaultPrices).toEqual(parsePrices(file))
  })

  test('covers at least 200 models, each with an https source', () => {
    expect(models.length).toBeGreaterThanOrEqual(200)
    for (const [, { vendor }] of models) expect(defaultPrices.sources[vendor]).toStartWith('https://')
  })

  test('has no source without a model', () => {
    const vendors = new Set(models.map(([, { vendor }]) => vendor))
    expect(Object.keys(defaultPrices.sources).filter((vendor) => !vendors.has(vendor))).toEqual([])
  })

  test('has no negative or absurd price', () => {
    const absurd = models.flatMap(([name, price]) =>
      KEYS.map((key) => ({ name, key, value: usd(price, key) ?? 0 })).filter(
        ({ key, value }) => !(value >= 0 && value < (key === 'per_call' ? 1 : 1000)),
      ),
    )
    expect(absurd).toEqual([])
  })

  test('never prices a cache read above the input it is a discount of', () => {
    const dearer = models.filter(([, price]) => (usd(price, 'cache_read') ?? 0) > (usd(price, 'input') ?? 0))
    expect(dearer.map(([name]) => name)).toEqual([])
  })

  test.each([
    ['gpt-4o-mini', { input: '0.15', output: '0.6', cache_read: '0.075' }],
    ['gpt-4o-2024-08-06', { input: '2.5', output: '10', cache_read: '1.25' }],
    ['gpt-4o-audio-preview', { input: '2.5', output: '10', audio_input: '40', audio_output: '80' }],
    ['claude-sonnet-4-5', { input: '3', output: '15', cache_read: '0.3', cache_write_5m: '3.75', cache_write_1h: '6' }],
    ['gemini-2.5-pro', { input: '1.25', output: '10' }],
    ['text-embedding-3-small', { input: '0.02', output: '0' }],
    ['omni-moderation-latest', { input: '0', output: '0' }],
    ['dall-e-3', { per_call: '0.04' }],
    ['ernie-4.5-turbo-128k', { currency: 'CNY', input: '0.8', output: '3.2' }],
    ['mj_imagine', { per_call: '0.1' }],
    ['suno_lyrics', { per_call: '0.01' }],
  ] as const)('%s costs what its vendor says', (name, price) => {
    expect(defaultPrices.models[name]).toMatchObject(price)
  })
})

test.each([
  ['gpt-5.2', 0.01],
  ['gpt-5-search-api', 0.01],
  ['gpt-4o-search-preview', 0.025],
  ['gpt-4o-mini-search-preview-2025-03-11', 0.025],
  ['claude-sonnet-4-5', 0.01],
  ['gemini-3-flash-preview', 0.014],
  ['gemini-2.5-flash', 0.035],
  ['sonar', 0.005],
  ['sonar-pro', 0.006],
  ['glm-4.6', 0.01],
  ['kimi-k2.6', 0.01],
  ['qwen3.5-plus', 0.01],
  ['of nobody', 0.01],
])('a search of the web by %s costs %d USD', (model, price) => {
  expect(defaultToolPrices(model).web_search).toBe(price)
})

test('no tool of a listed model is free for want of a price', () => {
  const free = models.flatMap(([name]) =>
    TOOLS.filter((tool) => !defaultToolPrices(name)[tool]).map((tool) => [name, tool]),
  )
  expect(free).toEqual([])
})

describe('the ratios', () => {
  const model = defaultModelRatio()
  const audio = defaultAudioRatio()
  const onInput = (ratios: Record<string, number>) => (name: string) => 2 * model[name]! * ratios[name]!
  const audioCompletion = defaultAudioCompletionRatio()
  const calls = defaultModelPrice()
  const implied: Record<PriceKey, (name: string) => number> = {
    input: (name) => 2 * model[name]!,
    output: onInput(defaultCompletionRatio()),
    reasoning: onInput(defaultReasoningRatio()),
    cache_read: onInput(defaultCacheRatio()),
    cache_write_5m: onInput(defaultCacheWrite5mRatio()),
    cache_write_1h: onInput(defaultCacheWrite1hRatio()),
    audio_input: onInput(audio),
    audio_output: (name) => onInput(audio)(name) * audioCompletion[name]!,
    image_input: onInput(defaultImageRatio()),
    image_output: onInput(defaultImageOutputRatio()),
    per_call: (name) => calls[name]!,
  }

  test.each(KEYS)('give back the list price of %s within a hundred-thousandth', (key) => {
    const wrong = models.filter(([name, price]) => {
      const listed = usd(price, key)
      if (!listed) return false
      return !(Math.abs(implied[key](name) - listed) <= listed * 1e-5)
    })
    expect(wrong.map(([name]) => name)).toEqual([])
  })

  test('price every model exactly one way', () => {
    const both = models.filter(([name]) => Object.hasOwn(model, name) === Object.hasOwn(calls, name))
    expect(both.map(([name]) => name)).toEqual([])
  })

  test('are the known numbers of known models', () => {
    expect(model['gpt-4o-mini']).toBe(0.075)
    expect(defaultCompletionRatio()['gpt-4o-mini']).toBe(4)
    expect(defaultCacheRatio()['claude-sonnet-4-5']).toBe(0.1)
    expect(defaultCacheWrite5mRatio()['claude-sonnet-4-5']).toBe(1.25)
    expect(defaultCacheWrite1hRatio()['claude-sonnet-4-5']).toBe(2)
    expect(audio['gpt-4o-audio-preview']).toBe(16)
    expect(audioCompletion['gpt-4o-audio-preview']).toBe(2)
    expect(calls['dall-e-3']).toBe(0.04)
  })

  test('convert CNY by the rate of the file, to nine significant digits', () => {
    expect(defaultModelRatio(parsePrices(fileWith({ currency: 'CNY', input: '0.8', output: '2' })))).toEqual({
      m: 0.0547945205,
    })
  })

  test('keep the output of an embedding free', () => {
    expect(defaultCompletionRatio()['text-embedding-3-small']).toBe(0)
  })

  test('give a free model ratio 0 and no relation to it', () => {
    const free = parsePrices(fileWith({ input: '0', output: '0', cache_read: '0' }))
    expect(defaultModelRatio(free)).toEqual({ m: 0 })
    expect(defaultCompletionRatio(free)).toEqual({})
    expect(defaultCacheRatio(free)).toEqual({})
  })

  test('leave a model sold by the call out of every ratio', () => {
    const call = parsePrices(fileWith({ per_call: '0.04' }))
    expect(defaultModelPrice(call)).toEqual({ m: 0.04 })
    expect(defaultModelRatio(call)).toEqual({})
    expect(defaultCompletionRatio(call)).toEqual({})
  })
})

describe('a malformed file is refused', () => {
  test.each([
    ['a free input with a priced output', { input: '0', output: '2' }, 'free on input only'],
    ['no output', { input: '1' }, 'needs input and output'],
    ['both ways of pricing', { input: '1', output: '1', per_call: '1' }, 'per call and per token'],
    ['audio output alone', { input: '1', output: '1', audio_output: '2' }, 'without a price of audio_input'],
    ['free audio input', { input: '1', output: '1', audio_input: '0', audio_output: '2' }, 'audio_input'],
    ['a negative price', { input: '-1', output: '1' }, 'models.m.input'],
    ['an absurd price', { input: '1000', output: '1' }, 'below 1000'],
    ['a number that is not a string', { input: 1, output: '1' }, 'models.m.input'],
    ['a misspelt field', { input: '1', output: '1', cached: '1' }, 'cached'],
    ['a vendor without a source', { vendor: 'nobody', input: '1', output: '1' }, 'no source for vendor nobody'],
  ])('%s', (_, price, message) => {
    expect(() => parsePrices(fileWith(price))).toThrow(message)
  })

  test('a source that is not https', () => {
    expect(() =>
      parsePrices({ ...fileWith({ input: '1', output: '1' }), sources: { acme: 'http://acme.example' } }),
    ).toThrow('sources.acme')
  })
})
