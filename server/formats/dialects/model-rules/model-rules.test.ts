import { describe, expect, test } from 'bun:test'
import type { JsonObject } from '../conversation.ts'
import { type AdjustableFormat, fitted } from './adjust-request.ts'
import { findRule, rulesNameOf } from './find-rule.ts'

function fit(model: string, body: JsonObject, format: AdjustableFormat = 'openai') {
  const omitted: string[] = []
  const rule = findRule(model)
  if (!rule) throw new Error(`no rule for ${model}`)
  return { body: fitted(body, rule, format, (name) => omitted.push(name)), omitted }
}

describe('a chat completion', () => {
  test('for a reasoning model has its own name for the limit, and no stop and no sampling', () => {
    const asked = { model: 'gpt-5', max_tokens: 50, stop: ['x'], temperature: 0.2, messages: [] }
    expect(fit('gpt-5', asked)).toEqual({
      body: { model: 'gpt-5', messages: [], max_completion_tokens: 50 },
      omitted: ['temperature', 'stop'],
    })
  })

  test('keeps the limit that the caller gave under the new name', () => {
    const { body } = fit('o4-mini', { max_tokens: 50, max_completion_tokens: 70 })
    expect(body).toEqual({ max_completion_tokens: 70 })
  })

  test('loses values that the model has anyway without a note', () => {
    expect(fit('gpt-5', { temperature: 1, top_p: 1.0, presence_penalty: 0, logprobs: false })).toEqual({
      body: {},
      omitted: [],
    })
  })

  test('for a model that thinks when asked keeps its sampling while it does not', () => {
    const sampling = { temperature: 0.2, top_p: 0.9 }
    expect(fit('gpt-5.1', sampling).body).toEqual(sampling)
    expect(fit('gpt-5.1', { ...sampling, reasoning_effort: 'high' }).body).toEqual({ reasoning_effort: 'high' })
  })

  test('gets the nearest effort that the model has', () => {
    expect(fit('o3', { reasoning_effort: 'minimal' }).body).toEqual({ reasoning_effort: 'low' })
    expect(fit('gpt-5-pro', { reasoning_effort: 'low' }).body).toEqual({ reasoning_effort: 'high' })
    expect(fit('gpt-4o', { reasoning_effort: 'low' }).body).toEqual({})
  })

  test('with function tools has the effort with which the model takes them', () => {
    const tools = [{ type: 'function' }]
    expect(fit('gpt-5.6', { tools }).body).toEqual({ tools, reasoning_effort: 'none' })
    expect(fit('gpt-5.4', { tools, reasoning_effort: 'high' })).toEqual({
      body: { tools },
      omitted: ['reasoning_effort'],
    })
  })

  test('for Grok loses what its reasoning models refuse', () => {
    const { body, omitted } = fit('grok-4-0709', { stop: ['x'], presence_penalty: 1, temperature: 0.5 })
    expect(body).toEqual({ temperature: 0.5 })
    expect(omitted.sort()).toEqual(['presence_penalty', 'stop'])
  })

  test('for a model that takes all parameters stays as it is', () => {
    const body = { max_tokens: 5, stop: ['x'], temperature: 0.2, top_p: 0.5, n: 2 }
    expect(fit('gpt-4o-mini', body)).toEqual({ body, omitted: [] })
  })
})

test('a response and a message are fitted in their own words', () => {
  const reasoning = { effort: 'minimal', summary: 'auto' }
  expect(fit('o3', { reasoning, temperature: 0.3 }, 'responses')).toEqual({
    body: { reasoning: { effort: 'low', summary: 'auto' } },
    omitted: ['temperature'],
  })
  expect(fit('claude-sonnet-4-5', { temperature: 0.3, top_p: 0.5, max_tokens: 9 }, 'anthropic')).toEqual({
    body: { temperature: 0.3, max_tokens: 9 },
    omitted: ['top_p'],
  })
})

test('a response of a model that does not reason is not asked for sealed reasoning', () => {
  const include = ['reasoning.encrypted_content', 'message.output_text.logprobs']
  expect(fit('gpt-4o', { include }, 'responses').body).toEqual({ include: ['message.output_text.logprobs'] })
  expect(fit('gpt-4o', { include: include.slice(0, 1) }, 'responses').body).toEqual({})
  expect(fit('gpt-5', { include }, 'responses').body).toEqual({ include })
})

test.each([
  ['gpt-5', 'GPT-5, mini, nano, codex'],
  ['gpt-35-turbo', 'GPT-4 and older'],
  ['gpt-12-mini', 'GPT-5.6 and newer'],
  ['kimi-k12-turbo', 'Kimi K3 and newer'],
  ['deepseek-v10', 'DeepSeek V4, flash'],
  ['mistral-small-2603', 'Mistral Small 4, Medium 3.5'],
  ['magistral-medium-latest', 'Other Mistral models before Large 4'],
  ['openai/gpt-5-mini-2025-08-07', 'GPT-5, mini, nano, codex'],
  ['gpt-5-chat-latest', 'GPT-5 chat'],
  ['GPT-5.1', 'GPT-5.1'],
  ['gpt-5.1-codex-max', 'GPT-5.1 and newer: pro, codex'],
  ['gpt-4.1-mini', 'GPT-4 and older'],
  ['openai/gpt-oss-120b', 'gpt-oss'],
  ['o3-mini', 'OpenAI o1, o3-mini'],
  ['o4-mini', 'OpenAI o3, o4-mini and newer'],
  ['claude-opus-4-1-20250805', 'Claude Opus 4.1 to Claude 4.6'],
  ['claude-sonnet-4-20250514', 'Claude 4.0 and older'],
  ['anthropic.claude-3-5-haiku-20241022-v1:0', 'Claude 4.0 and older'],
])('%s belongs to the family %s', (model, family) => {
  expect(findRule(model)?.family).toBe(family)
})

test('models that no family is known of have no rule', () => {
  expect(['mistral-large-latest', 'gpt', 'my-deployment', ''].map(findRule)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('a deployment with a name of its own is known by its public name', () => {
  expect(rulesNameOf('my-deployment', 'gpt-5')).toBe('gpt-5')
  expect(rulesNameOf('gpt-4o', 'gpt-5')).toBe('gpt-4o')
})
