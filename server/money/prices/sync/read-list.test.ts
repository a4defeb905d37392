import { describe, expect, test } from 'bun:test'
import type { ListPrice } from '#contract/prices/sync/synced-prices.ts'
import { readPriceList } from './read-list.ts'

/** The prices of a list by the names of its models. */
function read(document: unknown): Record<string, ListPrice> {
  return Object.fromEntries(readPriceList(document)?.entries.map(({ name, price }) => [name, price]) ?? [])
}

describe('LiteLLM’s list', () => {
  const entry = (fields: object) => ({ 'm-1': { litellm_provider: 'acme', mode: 'chat', ...fields } })
  const base = { input_cost_per_token: 1.25e-6, output_cost_per_token: 0.00001 }

  test('is recognised, and its sample is no model', () => {
    const list = readPriceList({ sample_spec: { litellm_provider: 'one of', ...base }, ...entry(base) })
    expect(list).toMatchObject({ shape: 'litellm', skipped: 0 })
    expect(list?.entries).toEqual([{ name: 'm-1', seller: 'acme', id: 'm-1', price: { input: '1.25', output: '10' } }])
  })

  test('components, with all of their digits', () => {
    const fields = {
      cache_read_input_token_cost: 1.25e-7,
      cache_creation_input_token_cost: 3.75e-6,
      cache_creation_input_token_cost_above_1hr: 6e-6,
      input_cost_per_audio_token: 0.0001,
      output_cost_per_audio_token: 0.0002,
      input_cost_per_image_token: 1e-5,
      output_cost_per_image_token: 4e-5,
      output_cost_per_reasoning_token: 1.2e-5,
      supports_vision: true,
      something_new: { deep: [1] },
    }
    expect(read(entry({ ...base, ...fields }))['m-1']).toEqual({
      ...{ input: '1.25', output: '10', reasoning: '12', cache_read: '0.125', cache_write_5m: '3.75' },
      ...{ cache_write_1h: '6', audio_input: '100', audio_output: '200', image_input: '10', image_output: '40' },
    })
    // What adding and dividing floats leaves behind is no part of a price.
    expect(read(entry({ ...base, input_cost_per_token: 2.4000000000000003e-7 }))['m-1']?.input).toBe('0.24')
    expect(read(entry({ ...base, input_cost_per_token: '1.5e-7' }))['m-1']?.input).toBe('0.15')
  })

  test('prices of long prompts', () => {
    const fields = {
      input_cost_per_token_above_200k_tokens: 2.5e-6,
      output_cost_per_token_above_200k_tokens: 1.5e-5,
      cache_read_input_token_cost_above_200k_tokens: 2.5e-7,
      cache_creation_input_token_cost_above_1hr_above_200k_tokens: 9e-6,
      input_cost_per_token_above_128k_tokens: 2e-6,
      input_cost_per_token_above_200k_tokens_priority: 9e-6,
    }
    expect(read(entry({ ...base, ...fields }))['m-1']?.lengths).toEqual([
      { above: 128_000, input: '2' },
      { above: 200_000, input: '2.5', output: '15', cache_read: '0.25', cache_write_1h: '9' },
    ])
  })

  test('bands of lengths, of which the first is the price of the model', () => {
    const tiered_pricing = [
      { range: [32_000, 128_000], input_cost_per_token: 4e-7, output_cost_per_token: 2e-6 },
      { range: [0, 32_000], input_cost_per_token: 2e-7, output_cost_per_token: 1e-6 },
    ]
    expect(read(entry({ tiered_pricing }))['m-1']).toMatchObject({
      input: '0.2',
      output: '1',
      lengths: [{ above: 32_000, input: '0.4', output: '2' }],
    })
  })

  test('service tiers, at the dearest of their factors', () => {
    const fields = {
      input_cost_per_token_priority: 2.5e-6,
      output_cost_per_token_priority: 2.5e-5,
      input_cost_per_token_flex: 6.25e-7,
      input_cost_per_token_batches: 6.25e-7,
      output_cost_per_token_batches: 5e-6,
      provider_specific_entry: { fast: 6, us: 1.1, other: 3 },
    }
    expect(read(entry({ ...base, ...fields }))['m-1']?.tiers).toEqual({
      ...{ priority: '2.5', flex: '0.5', batch: '0.5', fast: '6', us: '1.1' },
    })
  })

  test('models without output, and those sold by the call', () => {
    expect(read(entry({ mode: 'embedding', input_cost_per_token: 2e-8 }))['m-1']).toEqual({
      input: '0.02',
      output: '0',
    })
    expect(read(entry({ mode: 'rerank', input_cost_per_query: 0.002 }))['m-1']).toEqual({ per_call: '0.002' })
    expect(read(entry({ mode: 'image_generation', output_cost_per_image: 0.04 }))['m-1']).toEqual({ per_call: '0.04' })
  })

  test('a price that cannot be charged is left out and counted', () => {
    const list = readPriceList({
      one: { litellm_provider: 'acme', input_cost_per_token: 0, output_cost_per_token: 1e-6 },
      two: { litellm_provider: 'acme', input_cost_per_token: 1e-6 },
      three: { litellm_provider: 'acme', ...base, input_cost_per_request: 0.01 },
      four: { litellm_provider: 'acme', input_cost_per_second: 0.1 },
      five: { litellm_provider: 'acme', input_cost_per_token: -1, output_cost_per_token: 'free' },
      six: { litellm_provider: 'acme', ...base },
    })
    expect(list?.entries.map(({ name }) => name)).toEqual(['six'])
    expect(list?.skipped).toBe(3)
  })
})

describe('models.dev', () => {
  const of = (cost: object) => ({ acme: { id: 'acme', models: { 'm-1': { id: 'm-1', cost } } } })

  test('is recognised; prices are per million tokens', () => {
    const document = of({
      input: 1.25,
      output: 10,
      reasoning: 12,
      cache_read: 0.125,
      cache_write: 1.5,
      input_audio: 7,
      output_audio: 8,
    })
    expect(readPriceList(document)).toEqual({
      shape: 'models.dev',
      skipped: 0,
      entries: [
        {
          ...{ name: 'acme/m-1', seller: 'acme', id: 'm-1' },
          price: {
            ...{ input: '1.25', output: '10', reasoning: '12', cache_read: '0.125', cache_write_5m: '1.5' },
            ...{ audio_input: '7', audio_output: '8' },
          },
        },
      ],
    })
  })

  test('lengths of prompts, by tiers and by the older name', () => {
    const tiers = [{ tier: { type: 'context', size: 272_000 }, input: 20, output: 75, cache_read: 2 }]
    const legacy = { context_over_200k: { input: 9, output: 9 } }
    const lengths = (cost: object) => read(of({ input: 10, output: 50, ...cost }))['acme/m-1']?.lengths
    expect(lengths({ tiers, ...legacy })).toEqual([{ above: 272_000, input: '20', output: '75', cache_read: '2' }])
    expect(lengths(legacy)).toEqual([{ above: 200_000, input: '9', output: '9' }])
    // The same prices for long prompts are no tier.
    expect(lengths({ context_over_200k: { input: 10, output: 50 } })).toBeUndefined()
  })
})

describe('OpenRouter’s list', () => {
  const of = (pricing: object, id = 'openai/m-1') => ({ data: [{ id, name: 'M', pricing }] })

  test('is recognised; prices are texts per token, and 0 stands for none', () => {
    const pricing = {
      ...{ prompt: '0.00000125', completion: '0.00001', request: '0', image: '0', web_search: '0.01' },
      ...{ internal_reasoning: '0', input_cache_read: '0.000000125', input_cache_write: '0.0000015625' },
      ...{ input_cache_write_1h: '0.0000025', audio: '0.00008333333333333334' },
    }
    expect(readPriceList(of(pricing))).toEqual({
      shape: 'openrouter',
      skipped: 0,
      entries: [
        {
          ...{ name: 'openai/m-1', seller: 'openai', id: 'm-1' },
          price: {
            ...{ input: '1.25', output: '10', cache_read: '0.125', cache_write_5m: '1.5625' },
            ...{ cache_write_1h: '2.5', audio_input: '83.333333' },
          },
        },
      ],
    })
  })

  test('prices of long prompts, but none with conditions that we do not know', () => {
    const overrides = [
      { min_prompt_tokens: 200_000, prompt: '0.000006', completion: '0.0000225' },
      { min_prompt_tokens: 300_000, prompt: '0.00001', utc_start: 1630 },
    ]
    expect(read(of({ prompt: '0.000003', completion: '0.000015', overrides }))['openai/m-1']?.lengths).toEqual([
      { above: 200_000, input: '6', output: '22.5' },
    ])
  })

  test('a price that depends on the host is left out, a price per call is taken', () => {
    expect(readPriceList(of({ prompt: '-1', completion: '-1' }))).toEqual({
      shape: 'openrouter',
      entries: [],
      skipped: 1,
    })
    expect(read(of({ prompt: '0', completion: '0', request: '0.01' }))).toEqual({ 'openai/m-1': { per_call: '0.01' } })
  })
})

test('no list is read from something else', () => {
  const others = [
    null,
    5,
    'text',
    [],
    {},
    { data: [] },
    { data: [{ id: 'x' }] },
    { error: { message: 'gone' } },
    { a: { b: 1 } },
  ]
  expect(others.filter((document) => readPriceList(document) !== undefined)).toEqual([])
})
