import { describe, expect, test } from 'bun:test'
import { type CallerFormat, callerDialects, type UpstreamFormat, upstreamDialects } from './all.ts'
import type { JsonObject } from './conversation.ts'
import { Unwritable } from './dialect.ts'
import { readChat } from './read-chat.ts'
import { withSupportedSearch } from './web-search.ts'

/** Web search, converted from each caller's format to that of each vendor that runs one. */
const location = { type: 'approximate', city: 'Paris', country: 'FR' }
const place = { city: 'Paris', country: 'FR' }
const messages = [{ role: 'user', content: 'hi' }]
/** Cohere's caller format has no web search. */
type Searching = Exclude<CallerFormat, 'cohere'>
const CALLERS: Record<Searching, JsonObject> = {
  openai: { messages, web_search_options: { user_location: { type: 'approximate', approximate: place } } },
  responses: { input: 'hi', tools: [{ type: 'web_search', user_location: location }] },
  anthropic: {
    max_tokens: 9,
    messages,
    tools: [{ type: 'web_search_20250305', name: 'web_search', user_location: location }],
  },
  gemini: { contents: [{ parts: [{ text: 'hi' }] }], tools: [{ googleSearch: {} }] },
}
const formats = Object.keys(CALLERS) as Searching[]

function written(from: Searching, to: UpstreamFormat, model: string, more: JsonObject = {}) {
  const omitted: string[] = []
  const omit = (name: string) => omitted.push(name)
  const request = readChat(callerDialects[from], { ...CALLERS[from], ...more }, false)
  const upstream = upstreamDialects[to]
  const fitting = withSupportedSearch(request, upstream, model, omit)
  return { body: upstream.writeRequest(fitting, model, { omit }) as JsonObject, omitted }
}

describe('a search of the web is offered in the words of the vendor', () => {
  test.each(formats)('of %s', (from) => {
    const at = from === 'gemini' ? {} : { user_location: location }
    expect(written(from, 'anthropic', 'claude-sonnet-4-5').body.tools).toEqual([
      { type: 'web_search_20250305', name: 'web_search', ...at },
    ])
    expect(written(from, 'responses', 'gpt-5').body.tools).toEqual([{ type: 'web_search', ...at }])
    expect(written(from, 'gemini', 'gemini-2.5-flash').body.tools).toEqual([{ googleSearch: {} }])
    const approximate = from === 'gemini' ? {} : { user_location: { type: 'approximate', approximate: place } }
    expect(written(from, 'openai', 'gpt-4o-search-preview').body.web_search_options).toEqual(approximate)
  })

  test('with the options that both know, while others are noted', () => {
    const search = { type: 'web_search_20250305', name: 'web_search', max_uses: 3, user_location: location }
    const tools = [{ ...search, allowed_domains: ['a.example'] }]
    const openai = written('anthropic', 'responses', 'gpt-5', { tools })
    expect(openai.body.tools).toEqual([
      { type: 'web_search', filters: { allowed_domains: ['a.example'] }, user_location: location },
    ])
    expect(openai.omitted).toEqual(['tools[0]: web_search_20250305.max_uses'])
    const perplexity = written('anthropic', 'openai', 'sonar', { tools }).body
    expect(perplexity).toMatchObject({
      search_domain_filter: ['a.example'],
      web_search_options: { user_location: place },
    })
    const google = written('anthropic', 'gemini', 'gemini-3-flash-preview', { tools: [search] })
    expect(google.omitted).toEqual([
      'tools[0]: web_search_20250305.max_uses',
      'tools[0]: web_search_20250305.user_location',
    ])
  })

  test.each<[string, UpstreamFormat, string]>([
    ['allowed_domains', 'gemini', 'gemini-3-flash-preview'],
    ['blocked_domains', 'gemini', 'gemini-3-flash-preview'],
    ['blocked_domains', 'responses', 'gpt-5'],
    ['allowed_domains', 'openai', 'gpt-4o-search-preview'],
  ])('and not without its %s: %s', (filter, to, model) => {
    const tools = [{ type: 'web_search_20250305', name: 'web_search', [filter]: ['a.example'] }]
    expect(() => written('anthropic', to, model, { tools })).toThrow(Unwritable)
  })
})

describe('a search of the web is left out and noted', () => {
  test.each<[Searching, UpstreamFormat, string, string]>([
    ['anthropic', 'openai', 'gpt-4o', 'tools[0]: web_search_20250305'],
    ['anthropic', 'bedrock', 'anthropic.claude-sonnet-4-5', 'tools[0]: web_search_20250305'],
    ['openai', 'anthropic', 'claude-3-opus-20240229', 'web_search_options: web_search'],
    ['openai', 'anthropic', 'deepseek-chat', 'web_search_options: web_search'],
    ['responses', 'gemini', 'gemini-1.5-pro', 'tools[0]: web_search'],
    ['gemini', 'responses', 'o1', 'tools[0]: googleSearch'],
    ['gemini', 'cohere', 'command-a', 'tools[0]: googleSearch'],
  ])('from %s to %s: %s', (from, to, model, note) => {
    const { body, omitted } = written(from, to, model)
    expect(omitted).toEqual([note])
    expect(body.tools).toBeUndefined()
  })

  test('beside a function of the caller of the same name at Claude', () => {
    const tools = [{ type: 'web_search' }, { type: 'function', name: 'web_search', parameters: { type: 'object' } }]
    const { body, omitted } = written('responses', 'anthropic', 'claude-sonnet-4-5', { tools })
    expect(omitted).toEqual(['tools[0]: web_search'])
    expect(body.tools).toMatchObject([{ name: 'web_search', input_schema: {} }])
  })

  test('beside functions of Gemini, which takes one or the other', () => {
    const tools = [{ type: 'web_search' }, { type: 'function', name: 'f', parameters: { type: 'object' } }]
    const { body, omitted } = written('responses', 'gemini', 'gemini-2.5-flash', { tools })
    expect(omitted).toEqual(['tools[0]: web_search'])
    expect(body.tools).toMatchObject([{ functionDeclarations: [{ name: 'f' }] }])
  })
})

describe('a search that is demanded', () => {
  const DEMANDS: [Searching, JsonObject][] = [
    ['anthropic', { tool_choice: { type: 'tool', name: 'web_search' } }],
    ['anthropic', { tool_choice: { type: 'any' } }],
    ['responses', { tool_choice: { type: 'web_search' } }],
    ['responses', { tool_choice: 'required' }],
    ['gemini', { toolConfig: { functionCallingConfig: { mode: 'ANY' } } }],
  ]
  test.each(DEMANDS)('by %s %j is demanded of the vendor', (from, choice) => {
    const claude = written(from, 'anthropic', 'claude-sonnet-4-5', choice).body
    expect(claude.tool_choice).toEqual({ type: 'tool', name: 'web_search' })
    expect(written(from, 'responses', 'gpt-5', choice).body.tool_choice).toEqual({ type: 'web_search' })
  })

  test.each(DEMANDS)('by %s %j makes a vendor without one unfit', (from, choice) => {
    expect(() => written(from, 'openai', 'gpt-4o', choice)).toThrow(Unwritable)
  })
})
