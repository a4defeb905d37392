import { describe, expect, test } from 'bun:test'
import { costOf, ratesOf, type Tiers, tokensUsed } from '#contract/prices/price.ts'
import { scanFields } from '../../../formats/body/scan-fields.ts'
import { pricedFields } from '../../../formats/dialects/docs/priced-docs.ts'
import { relayEndpoint } from '../../../formats/endpoints/endpoints.ts'
import { atOnce } from '../../../platform/async/steps.ts'
import { chargedAnswer } from '../answer/price-answer.ts'
import { outgoingBody } from './passed-body.ts'
import { highestRates, priceEditsOf } from './price-edits.ts'

const TIERS = { priority: 2, flex: 0.5, fast: 2, us: 1.1 }
const PATHS = {
  openai: '/v1/chat/completions',
  responses: '/v1/responses',
  anthropic: '/v1/messages',
  gemini: '/v1beta/models/m:generateContent',
}
type Format = keyof typeof PATHS

/** A model that counts its searches. */
const SEARCHING = 'gpt-4o-search-preview'

function callOf(
  format: Format,
  fields: object,
  { betas, tiers = TIERS, model = SEARCHING }: { betas?: string; tiers?: Tiers; model?: string } = {},
) {
  const bytes = Buffer.from(JSON.stringify({ model: 'm', ...fields, last: 1 }))
  const body = { bytes, fields: scanFields(bytes) }
  const endpoint = relayEndpoint(PATHS[format])
  if (!endpoint) throw new Error('no endpoint')
  const price = {
    modelPrice: null,
    modelRatio: 1,
    groupRatio: 1,
    quotaPerUnit: 500_000,
    ratios: { output: 2, cacheRead: 1, cacheWrite5m: 1, cacheWrite1h: 1, ...MEDIA },
    tiers,
  }
  const quote = { price, rates: ratesOf(price), group: 'default', version: 'v', free: false }
  const forwarded = betas === undefined ? undefined : { 'anthropic-version': '2023-06-01', 'anthropic-beta': betas }
  return { body, endpoint, forwarded, quote, model, stream: false, usageWanted: true }
}
const MEDIA = { audioInput: 1, audioOutput: 1, imageInput: 1, imageOutput: 1 }
const channel = (service_tiers: boolean) => ({ type: 1, settings: service_tiers ? { service_tiers } : {} })

/** Returns what an upstream of the caller's format gets. */
function sent(format: Format, fields: object, allowed: boolean) {
  const call = callOf(format, fields)
  const { edits, omitted, premiumTier: dearer } = priceEditsOf(call, call.body, channel(allowed))
  const { body: bytes } = atOnce(outgoingBody(call as never, call.body, channel(allowed) as never, 'm', edits))
  const { model: _, last, ...rest } = JSON.parse(bytes.toString())
  expect(last).toBe(1)
  return { rest, omitted, dearer }
}

describe('every field of the table', () => {
  /** A request with one value at a path, and the value that is left at it after the edits. */
  const at = (path: string, value: unknown) =>
    path.split('.').reduceRight<unknown>((inside, name) => ({ [name]: inside }), value) as object
  const left = (path: string, body: unknown) =>
    path.split('.').reduce<unknown>((inside, name) => (inside as Record<string, unknown> | undefined)?.[name], body)
  const perCall = (format: Format, fields: object) => {
    const call = callOf(format, fields)
    return { ...call, quote: { ...call.quote, price: { ...call.quote.price, modelPrice: 1 as never } } }
  }

  test.each(pricedFields)('$format: $field', ({ format, field, rule }) => {
    const sentWith = (value: unknown) => {
      const call = perCall(format as Format, at(field, value))
      const { edits, omitted } = priceEditsOf(call, call.body, channel(true))
      const { body: bytes } = atOnce(outgoingBody(call as never, call.body, channel(true) as never, 'm', edits))
      return { omitted, left: left(field, JSON.parse(bytes.toString())) }
    }
    for (const value of ['of-nobody', { any: 'thing' }, ['thing'], 7]) {
      expect(sentWith(value)).toEqual({ omitted: [field], left: undefined })
    }
    for (const value of rule.free) expect(sentWith(value)).toEqual({ omitted: [], left: value })
  })
})

describe('a value that costs more', () => {
  const DEAR: [Format, object, string][] = [
    ['openai', { service_tier: 'priority' }, 'priority'],
    ['responses', { service_tier: 'priority' }, 'priority'],
    ['anthropic', { speed: 'fast' }, 'fast'],
    ['anthropic', { inference_geo: 'us' }, 'us'],
    ['anthropic', { speed: 'fast', inference_geo: 'us' }, 'fast+us'],
    ['gemini', { serviceTier: 'priority' }, 'priority'],
    ['gemini', { service_tier: 'SERVICE_TIER_PRIORITY' }, 'priority'],
  ]
  test.each(DEAR)('%s %j is left out and noted', (format, fields) => {
    expect(sent(format, fields, false)).toEqual({ rest: {}, omitted: Object.keys(fields), dearer: undefined })
  })
  test.each(DEAR)('%s %j passes where the channel allows it', (format, fields, tier) => {
    expect(sent(format, fields, true)).toEqual({ rest: fields, omitted: [], dearer: tier })
  })
})

test.each<[Format, object]>([
  ['openai', { service_tier: 'flex' }],
  ['openai', { service_tier: 'default' }],
  ['openai', { service_tier: null }],
  ['responses', { service_tier: 'auto' }],
  ['anthropic', { service_tier: 'standard_only', speed: 'standard', inference_geo: 'global' }],
  ['gemini', { serviceTier: 'FLEX' }],
])('%s %j costs no more and passes', (format, fields) => {
  for (const allowed of [false, true]) {
    expect(sent(format, fields, allowed)).toEqual({ rest: fields, omitted: [], dearer: undefined })
  }
})

test.each<[Format, object]>([
  ['openai', { models: ['dearer'], route: 'fallback', provider: { sort: 'throughput' }, plugins: [{ id: 'web' }] }],
  ['openai', { service_tier: 'some-tier' }],
  ['openai', { service_tier: ['priority'] }],
  ['openai', { service_tier: 'priority'.padEnd(3000) }],
  ['anthropic', { fallbacks: [{ model: 'dearer' }] }],
  ['gemini', { serviceTier: 3 }],
])('%s %j has no factor and never passes', (format, fields) => {
  for (const allowed of [false, true]) {
    expect(sent(format, fields, allowed)).toEqual({ rest: {}, omitted: Object.keys(fields), dearer: undefined })
  }
})

describe('a channel that refuses tiers', () => {
  const refusing = { type: 1, settings: { service_tiers: 'refuse' as const } }
  const refusal = (format: Format, fields: object, betas?: string) => {
    const call = callOf(format, fields, betas === undefined ? {} : { betas })
    return () => priceEditsOf(call, call.body, refusing)
  }
  test.each<[Format, object, string]>([
    ['openai', { service_tier: 'priority' }, 'service_tier'],
    ['responses', { service_tier: 'of-nobody' }, 'service_tier'],
    ['anthropic', { speed: 'fast' }, 'speed'],
    ['gemini', { serviceTier: 'priority' }, 'serviceTier'],
  ])('%s %j', (format, fields, field) => {
    expect(refusal(format, fields)).toThrow(expect.objectContaining({ field }))
  })
  test('those that cost no more pass, and what is no tier is left out', () => {
    expect(refusal('openai', { service_tier: 'flex', models: ['a'] })()).toMatchObject({ omitted: ['models'] })
  })
  test('by a header', () => {
    expect(refusal('anthropic', {}, 'fast-mode-2026-02-01')).toThrow()
    expect(refusal('anthropic', {}, 'files-api-2025-04-14')).not.toThrow()
  })
})

describe('inside of objects', () => {
  const inBody = (format: Format, fields: object, modelPrice: number | null = null) => {
    const call = callOf(format, fields)
    call.quote = { ...call.quote, price: { ...call.quote.price, modelPrice } as never }
    const { edits, omitted } = priceEditsOf(call, call.body, channel(true))
    const {
      model: _,
      last: __,
      ...rest
    } = JSON.parse(atOnce(outgoingBody(call as never, call.body, channel(true) as never, 'm', edits)).body.toString())
    return { rest, omitted }
  }

  test('a wider or deeper search is left out, the rest stays', () => {
    const user_location = { type: 'approximate' }
    expect(
      inBody('openai', { web_search_options: { search_context_size: 'high', user_location, search_type: 'pro' } }),
    ).toEqual({
      rest: { web_search_options: { user_location } },
      omitted: ['web_search_options.search_context_size', 'web_search_options.search_type'],
    })
    const narrow = { web_search_options: { search_context_size: 'low' } }
    expect(inBody('openai', narrow)).toEqual({ rest: narrow, omitted: [] })
  })

  test.each([
    ['generationConfig', 'imageConfig', 'imageSize', 'aspectRatio'],
    ['generation_config', 'image_config', 'image_size', 'aspect_ratio'],
  ])('larger pictures are left out where each has one price: %s', (config, image, size, ratio) => {
    const fields = { [config]: { seed: 1, [image]: { [size]: '4K', [ratio]: '16:9' } } }
    expect(inBody('gemini', fields, 0.1)).toEqual({
      rest: { [config]: { seed: 1, [image]: { [ratio]: '16:9' } } },
      omitted: [`${config}.${image}.${size}`],
    })
    expect(inBody('gemini', fields)).toEqual({ rest: fields, omitted: [] })
    const usual = { [config]: { [image]: { [size]: '1K' } } }
    expect(inBody('gemini', usual, 0.1)).toEqual({ rest: usual, omitted: [] })
  })

  test.each([
    [1, '', 'gpt-4o', false, false],
    [1, '', SEARCHING, true, false],
    [26, '', 'glm-4.6', true, false],
    [20, '', 'openai/gpt-4o', true, true],
    [1, 'https://openrouter.ai/api', 'openai/gpt-4o', true, true],
    [27, '', 'sonar', true, true],
  ])('options of a search pass only where it is counted: type %d %s, %s', (type, baseUrl, model, passes, byCost) => {
    const call = callOf('openai', { web_search_options: { user_location: {} } }, { model: 'alias' })
    const edits = priceEditsOf(call, call.body, { ...channel(false), type, baseUrl }, model)
    expect([edits.omitted, edits.byCost]).toEqual([passes ? [] : ['web_search_options'], byCost])
  })

  test.each([
    [20, 'openai/gpt-4o:online', {}, true],
    [20, 'openai/gpt-4o:nitro', {}, true],
    [20, 'openai/gpt-4o', { messages: [{ role: 'user', content: [{ type: 'file', file: {} }] }] }, true],
    [20, 'openai/gpt-4o', { messages: [] }, false],
    [1, 'gpt-4o:online', {}, false],
  ])('a fee that no field names is charged by the cost: type %d, %s %j', (type, model, fields, byCost) => {
    const call = callOf('openai', fields, { model })
    expect(priceEditsOf(call, call.body, { ...channel(false), type }).byCost).toBe(byCost)
  })

  test('a value that is given twice is left out', () => {
    const call = callOf('openai', {})
    const bytes = Buffer.from(
      '{"web_search_options":{"search_context_size":"high","search_context_size":"low"},"last":1}',
    )
    const { edits } = priceEditsOf(call, { bytes, fields: scanFields(bytes) }, channel(false))
    expect(edits).toEqual({ web_search_options: '{}' })
  })
})

test('a tier of which the price is not known does not pass', () => {
  const call = callOf('openai', { service_tier: 'priority' }, { tiers: { flex: 0.5 } })
  expect(priceEditsOf(call, call.body, channel(true)).omitted).toEqual(['service_tier'])
})

describe('betas', () => {
  const pricing = (betas: string, allowed = false) => {
    const call = callOf('anthropic', {}, { betas })
    return priceEditsOf(call, call.body, channel(allowed))
  }
  test('those that cost no more pass as they are', () => {
    const betas = 'interleaved-thinking-2025-05-14,  files-api-2025-04-14'
    expect(pricing(betas)).toMatchObject({ forwarded: { 'anthropic-beta': betas }, omitted: [] })
  })
  test('those that cost more are left out and noted, and pass where the channel allows it', () => {
    const betas = 'fast-mode-2026-02-01,files-api-2025-04-14, context-1m-2025-08-07'
    const kept = { 'anthropic-version': '2023-06-01', 'anthropic-beta': 'files-api-2025-04-14' }
    expect(pricing(betas)).toMatchObject({ forwarded: kept, omitted: ['anthropic-beta'] })
    expect(pricing('fast-mode-2026-02-01').forwarded).toEqual({ 'anthropic-version': '2023-06-01' })
    expect(pricing(betas, true)).toMatchObject({ forwarded: { 'anthropic-beta': betas }, omitted: [] })
  })
})

describe('the tier that is charged', () => {
  const usage = tokensUsed(10, 5)
  const { rates } = callOf('openai', {}).quote
  const charged = (named: string | undefined, dearer?: string, header?: string) => {
    const answer = { header: () => header } as never
    const given = named === undefined ? usage : { ...usage, tier: named }
    const attempt = { premiumTier: dearer, byCost: false, format: 'gemini', answer, channel: {} as never } as const
    return chargedAnswer(given, attempt, { rates }).usage.tier
  }
  test('is the one that the answer names', () => {
    expect(charged('priority', 'priority')).toBe('priority')
    expect(charged('standard', 'priority')).toBeUndefined()
    expect(charged('flex')).toBe('flex')
    expect(charged(undefined, 'priority', 'standard')).toBeUndefined()
  })
  test('is the one that was asked for, where the answer names none', () => {
    expect(charged(undefined, 'priority')).toBe('priority')
    expect(charged(undefined)).toBeUndefined()
  })
  test('is never dearer than the caller has chosen', () => {
    expect(charged('priority')).toBeUndefined()
    expect(charged('fast+us', 'us')).toBe('us')
  })
  test('multiplies the price, and holds cover it', () => {
    const call = callOf('anthropic', { speed: 'fast', inference_geo: 'us' })
    const cost = costOf(rates, { ...usage, tier: 'fast+us' })
    expect(cost).toBe(Math.round(costOf(rates, usage) * 2.2))
    const held = highestRates(call, call.body, [channel(false), channel(true)])
    expect(held && costOf(held, usage)).toBe(cost)
    expect(highestRates(call, call.body, [channel(false)])).toBeUndefined()
  })
})
