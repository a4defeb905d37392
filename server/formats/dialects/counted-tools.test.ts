import { expect, test } from 'bun:test'
import { countTools, ToolsBesideUsage } from './counted-tools.ts'
import { findUsage, readOpenAIUsage } from './openai-usage.ts'

test.each<[string, object, object]>([
  ['xAI, by tool', { server_side_tool_usage_details: { web_search_calls: 2, x_search_calls: 1 } }, { web_search: 3 }],
  ['xAI, code', { server_side_tool_usage_details: { code_interpreter_calls: 2 } }, { code_interpreter: 2 }],
  ['xAI, attached files', { server_side_tool_usage_details: { document_search_calls: 2 } }, { file_search: 8 }],
  ['xAI, sources of its older search', { num_sources_used: 3 }, { web_search: 15 }],
  ['OpenRouter', { server_tool_use: { web_search_requests: 2 } }, { web_search: 2 }],
  ['Perplexity', { search_context_size: 'low' }, { web_search: 1 }],
  ['Perplexity, by its cost', { cost: { request_cost: 0.005 } }, { web_search: 1 }],
  ['Perplexity, research', { num_search_queries: 18, search_context_size: 'low' }, { web_search: 18 }],
  [
    'Perplexity, an agent',
    {
      tool_calls_details: { search_web: { invocation: 2 }, fetch_url: { invocation: 10 }, sandbox: { invocation: 1 } },
    },
    { web_search: 3 },
  ],
  ['DashScope', { plugins: { search: { count: 1, strategy: 'turbo' } } }, { web_search: 1 }],
  [
    'DashScope, Responses',
    { x_tools: { web_search: { count: 2 }, code_interpreter: { count: 1 } } },
    { web_search: 2, code_interpreter: 1 },
  ],
  ['Doubao', { tool_usage: { web_search: 2 } }, { web_search: 2 }],
  ['Mistral', { connectors: { web_search: 1, image_generation: 2 } }, { web_search: 1, image_generation: 2 }],
  ['an absurd number', { num_search_queries: 1e12 }, { web_search: 10_000 }],
  ['numbers below zero and words', { num_search_queries: -1, num_sources_used: 'many' }, {}],
])('%s', (_who, usage, calls) => {
  expect(countTools({ ...usage }, {}) ?? {}).toEqual(calls)
})

const executed = (index: number, type: string) => ({ index, type, arguments: '{}' })

test('the tools of Groq count once each, whole and streamed in pieces', () => {
  const tools = [executed(0, 'search'), executed(1, 'visit'), executed(2, 'python')]
  const calls = { web_search: 1.125, code_interpreter: 1 }
  expect(countTools({}, { choices: [{ message: { executed_tools: tools } }] })).toEqual(calls)
  const stream = new ToolsBesideUsage()
  for (const tool of tools) {
    stream.add({ choices: [{ delta: { executed_tools: [tool] } }] })
    expect(stream.add({ choices: [{ delta: { executed_tools: [{ ...tool, output: 'x' }] } }] })).toBeUndefined()
  }
  expect(stream.add({ choices: [{ delta: { executed_tools: [executed(3, 'search')] } }] })).toEqual({
    ...calls,
    web_search: 2.125,
  })
})

test('pages of Zhipu and models that always search count one search', () => {
  expect(countTools({}, { web_search: [{ link: 'https://example.com' }] })).toEqual({ web_search: 1 })
  expect(countTools({}, { web_search: [] })).toBeUndefined()
  expect(countTools({}, { model: 'openai/gpt-4o-search-preview' })).toEqual({ web_search: 1 })
  expect(countTools({ prompt_tokens: 1 }, { model: 'gpt-4o', choices: [{ message: { content: '' } }] })).toBeUndefined()
})

test('research of Perplexity pays what it reads and thinks beside the total', () => {
  // The example of https://docs.perplexity.ai/getting-started/pricing: $0.066 + $0.057 + $0.220 + $0.040 and searches.
  const usage = {
    prompt_tokens: 33,
    completion_tokens: 7163,
    total_tokens: 7196,
    citation_tokens: 20_016,
    reasoning_tokens: 73_395,
  }
  expect(findUsage({ usage: { ...usage, num_search_queries: 18 } })).toMatchObject({
    input: 33 + 20_016,
    output: 7163 + 73_395,
    reasoning: 73_395,
    tools: { web_search: 18 },
  })
})

test.each([
  ['cache_write_tokens', {}],
  ['cache_creation_input_tokens', {}],
  ['cached_creation_tokens', {}],
])('tokens written to a cache are told as %s', (name) => {
  const usage = { prompt_tokens: 100, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 20, [name]: 50 } }
  expect(readOpenAIUsage(usage)).toMatchObject({ input: 30, cacheRead: 20, cacheWrite5m: 50 })
})
