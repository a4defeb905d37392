import { beforeAll, describe, expect, test } from 'bun:test'
import { expectBooksToAgree } from '#test/harness/books.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { PASSWORD } from '#test/harness/server.ts'

const CLAUDE = 14
const GEMINI = 24
/** Units of one cent, which is the vendors' list price of one web search. */
const CENT = 5000
const TOKENS = 10 + 2 * 5

const ITEMS = [
  { type: 'web_search_call', id: 'ws_1', action: { type: 'search', query: 'a' } },
  { type: 'web_search_call', id: 'ws_2', action: { type: 'open_page', url: 'https://example.com' } },
  { type: 'web_search_call', id: 'ws_3' },
  { type: 'file_search_call', id: 'fs_1' },
  { type: 'code_interpreter_call', id: 'ci_1', container_id: 'c' },
  { type: 'code_interpreter_call', id: 'ci_2', container_id: 'c' },
  { type: 'message', content: [{ type: 'output_text', text: 'found' }] },
]
const RESPONSE = {
  id: 'resp_1',
  object: 'response',
  status: 'completed',
  output: ITEMS,
  usage: { input_tokens: 10, output_tokens: 5, total_tokens: 15 },
}
/** Two web searches, one file search, one container. */
const TOOLS = {
  web_search: { calls: 2, price: 0.01 },
  file_search: { calls: 1, price: 0.0025 },
  code_interpreter: { calls: 1, price: 0.0075 },
}
const TOOL_UNITS = 2 * CENT + CENT / 4 + (3 * CENT) / 4

const sse = (events: { type: string }[]) =>
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
const itemsDone = ITEMS.map((item, output_index) => ({ type: 'response.output_item.done', output_index, item }))
const said = { type: 'response.output_text.delta', delta: 'found' }

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  let token: string
  beforeAll(async () => {
    token = await relay.token()
    await relay.option('WaiveBrokenAnswersEnabled', false)
  }, START_MS)

  async function modelOf(answer: () => Response, type = 1, models = relay.model()): Promise<string> {
    await relay.channelThat(answer, { type, models })
    return models
  }
  const stream = (text: string) => () => new Response(text, { headers: { 'content-type': 'text/event-stream' } })
  const ask = async (model: string, more: object = {}, key = token) => {
    const body = { model, input: 'hi', tools: [{ type: 'web_search' }], ...more }
    return (await relay.post('/v1/responses', key, body)).text()
  }
  const charged = async (model: string) => (await relay.charges(model, 1))[0]

  describe('tools that OpenAI runs are paid by the call', () => {
    test('in a whole response', async () => {
      const model = await modelOf(() => Response.json(RESPONSE))
      await ask(model)
      expect(await charged(model)).toMatchObject({ quota: TOKENS + TOOL_UNITS, receipt: { tools: TOOLS } })
    })

    test('containers by their gigabytes, also those of a shell that is not the caller’s own', async () => {
      const tools = [
        { type: 'code_interpreter', container: { type: 'auto', memory_limit: '16g' } },
        { type: 'shell', environment: { type: 'container_auto', memory_limit: '4g' } },
      ]
      const output = [
        { type: 'code_interpreter_call', id: 'ci_1', container_id: 'a' },
        { type: 'shell_call', id: 'sh_1', environment: { type: 'container_reference', container_id: 'b' } },
        { type: 'shell_call', id: 'sh_2', environment: { type: 'container_reference', container_id: 'a' } },
        { type: 'shell_call', id: 'sh_3', environment: { type: 'local' } },
        { type: 'shell_call', id: 'sh_4', environment: null },
        ITEMS.at(-1)!,
      ]
      const response = { ...RESPONSE, tools, output }
      const created = { type: 'response.created', response: { ...response, output: [] } }
      const done = output.map((item, output_index) => ({ type: 'response.output_item.done', output_index, item }))
      for (const answer of [
        () => Response.json(response),
        stream(sse([created, ...done, said, { type: 'response.completed', response: { ...response, output: [] } }])),
      ]) {
        const model = await modelOf(answer)
        await ask(model, { stream: answer().headers.get('content-type') !== 'application/json' })
        const paid = { code_interpreter: { calls: 20, price: 0.0075 } }
        expect(await charged(model)).toMatchObject({ quota: TOKENS + 15 * CENT, receipt: { tools: paid } })
      }
    })

    test('in a stream, and in one whose last event leaves the items out', async () => {
      for (const output of [ITEMS, []]) {
        const last = { type: 'response.completed', response: { ...RESPONSE, output } }
        const model = await modelOf(stream(sse([...itemsDone, said, last])))
        await ask(model, { stream: true })
        expect(await charged(model)).toMatchObject({ quota: TOKENS + TOOL_UNITS, receipt: { tools: TOOLS } })
      }
    })

    test('beside an estimate of what was said, where an upstream tells no usage', async () => {
      const { usage: _, ...uncounted } = RESPONSE
      const model = await modelOf(() => Response.json(uncounted))
      await ask(model)
      const row = await charged(model)
      expect(row?.receipt).toMatchObject({ usage_source: 'estimated', tools: TOOLS })
      expect(row?.completion).toBeGreaterThan(0)
      expect(row?.quota).toBe(TOOL_UNITS + (row?.prompt ?? 0) + 2 * (row?.completion ?? 0))
    })

    test('beside such an estimate in another format, whose caller is told what is billed', async () => {
      const { usage: _, ...uncounted } = RESPONSE
      const last = { type: 'response.completed', response: { ...uncounted, output: [] } }
      const streamed = { stream: true, stream_options: { include_usage: true } }
      for (const [model, answer, wish] of [
        ['o1-pro', () => Response.json(uncounted), {}],
        ['o3-pro', stream(sse([...itemsDone, said, last])), streamed],
      ] as const) {
        await modelOf(answer, 1, model)
        const reply = await (await relay.chat(token, { model, ...wish })).text()
        const row = await charged(model)
        expect(row?.receipt).toMatchObject({ usage_source: 'estimated', tools: TOOLS })
        expect(row?.completion).toBeGreaterThan(0)
        expect(reply).toContain(`"prompt_tokens":${row?.prompt},"completion_tokens":${row?.completion}`)
      }
    })

    test('in a stream that is cut, as far as it came', async () => {
      const model = await modelOf(stream(sse([itemsDone[0]!, said])))
      await ask(model, { stream: true })
      const row = await charged(model)
      expect(row?.receipt).toMatchObject({
        end_reason: 'upstream_error',
        usage_source: 'estimated',
        tools: { web_search: { calls: 1, price: 0.01 } },
      })
      expect(row?.quota).toBe(CENT + (row?.prompt ?? 0) + 2 * (row?.completion ?? 0))
      expect(row?.prompt).toBeGreaterThan(0)
    })

    test('at the operator’s price, of all models or of one, times the group’s ratio', async () => {
      const model = await modelOf(() => Response.json(RESPONSE))
      await relay.option('ToolPrice', {
        web_search: 0.5,
        [`web_search:${model}`]: 0.02,
        file_search: 0,
        code_interpreter: 0,
      })
      await relay.option('GroupRatio', { default: 0.5, vip: 1, svip: 1 })
      await ask(model)
      const tools = { web_search: { calls: 2, price: 0.02 } }
      expect(await charged(model)).toMatchObject({ quota: TOKENS / 2 + 2 * CENT, receipt: { tools } })
      await relay.option('ToolPrice', {})
      await relay.option('GroupRatio', { default: 1, vip: 1, svip: 1 })
    })

    test('and are in a fixed price', async () => {
      const model = await modelOf(() => Response.json(RESPONSE))
      await relay.option('ModelPrice', { [model]: 0.01 })
      await ask(model)
      const row = await charged(model)
      expect(row?.quota).toBe(CENT)
      expect(row?.receipt.tools).toBeUndefined()
    })
  })

  describe('searches of Anthropic are paid by the call', () => {
    const usage = { input_tokens: 10, output_tokens: 5, server_tool_use: { web_search_requests: 3 } }
    const messages = [{ role: 'user', content: 'hi' }]
    const body = { max_tokens: 50, messages, tools: [{ type: 'web_search_20250305', name: 'web_search' }] }
    const message = { type: 'message', content: [{ type: 'text', text: 'found' }], stop_reason: 'end_turn', usage }

    test('in a whole message', async () => {
      const model = await modelOf(() => Response.json(message), CLAUDE)
      await relay.post('/v1/messages', token, { model, ...body })
      const tools = { web_search: { calls: 3, price: 0.01 } }
      expect(await charged(model)).toMatchObject({ quota: TOKENS + 3 * CENT, receipt: { tools } })
    })

    test('in a stream that is cut, as far as they were done', async () => {
      const results = (content: object) => ({
        type: 'content_block_start',
        index: 1,
        content_block: { type: 'web_search_tool_result', content },
      })
      const events = [
        { type: 'message_start', message: { usage: { input_tokens: 10, output_tokens: 1 } } },
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'let me look' } },
        results([{ type: 'web_search_result', url: 'https://example.com' }]),
        results({ type: 'web_search_tool_result_error', error_code: 'unavailable' }),
        { type: 'content_block_delta', index: 2, delta: { type: 'text_delta', text: 'found it, and it is long' } },
      ]
      // A stream that ends without a second usage is read in the same way.
      const ending = [{ type: 'message_delta', delta: { stop_reason: 'end_turn' } }, { type: 'message_stop' }]
      for (const [end_reason, last] of [
        ['upstream_error', []],
        ['stop', ending],
      ] as const) {
        const model = await modelOf(stream(sse([...events, ...last])), CLAUDE)
        await (await relay.post('/v1/messages', token, { model, stream: true, ...body })).text()
        const row = await charged(model)
        const tools = { web_search: { calls: 1, price: 0.01 } }
        expect(row?.receipt).toMatchObject({ end_reason, usage_source: 'estimated', tools })
        expect(row?.completion).toBeGreaterThan(1)
        expect(row?.quota).toBe(CENT + 10 + 2 * (row?.completion ?? 0))
      }
    })

    test('in a stream', async () => {
      const events = [
        { type: 'message_start', message: { usage: { input_tokens: 10, output_tokens: 1 } } },
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'found' } },
        { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage },
        { type: 'message_stop' },
      ]
      const model = await modelOf(stream(sse(events)), CLAUDE)
      await (await relay.post('/v1/messages', token, { model, stream: true, ...body })).text()
      expect(await charged(model)).toMatchObject({ quota: TOKENS + 3 * CENT })
    })
  })

  describe('searches of Google are paid by the query, or in older models by the answer', () => {
    const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 }
    const webSearchQueries = ['a', '', 'b', 'a']
    const candidate = {
      content: { parts: [{ text: 'found' }] },
      finishReason: 'STOP',
      groundingMetadata: { webSearchQueries },
    }
    const answer = (modelVersion: string) => ({ candidates: [candidate], usageMetadata, modelVersion })
    const contents = [{ parts: [{ text: 'hi' }] }]
    const data = (event: object) => `data: ${JSON.stringify(event)}\n\n`
    const generate = async (model: string, method: string) =>
      (await relay.post(`/v1beta/models/${model}:${method}`, token, { contents, tools: [{ googleSearch: {} }] })).text()

    test.each([
      ['gemini-3-flash-preview', 2],
      ['gemini-2.5-flash', 1],
    ])('%s: %d', async (version, calls) => {
      const tools = { web_search: { calls, price: 0.01 } }
      const paid = { quota: TOKENS + calls * CENT, receipt: { tools } }
      const whole = await modelOf(() => Response.json(answer(version)), GEMINI)
      await generate(whole, 'generateContent')
      expect(await charged(whole)).toMatchObject(paid)
      const streamed = await modelOf(stream(data(answer(version))), GEMINI)
      await generate(streamed, 'streamGenerateContent?alt=sse')
      expect(await charged(streamed)).toMatchObject(paid)
      const converted = await modelOf(() => Response.json(answer(version)), GEMINI)
      await (await relay.chat(token, { model: converted })).text()
      expect(await charged(converted)).toMatchObject(paid)
    })

    test('in a stream that is cut, as far as they were done', async () => {
      const { finishReason: _, ...open } = candidate
      const model = await modelOf(stream(data({ candidates: [open], modelVersion: 'gemini-3-flash' })), GEMINI)
      await generate(model, 'streamGenerateContent?alt=sse')
      const tools = { web_search: { calls: 2, price: 0.01 } }
      expect((await charged(model))?.receipt).toMatchObject({ end_reason: 'upstream_error', tools })
    })
  })

  describe('searches in chat completions are paid', () => {
    const counts = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }
    test.each<[string, number, object, object]>([
      ['an answer of Perplexity', 1, {}, { search_context_size: 'low', cost: { request_cost: 0.005 } }],
      ['research of Perplexity', 3, {}, { num_search_queries: 3, search_context_size: 'low' }],
      ['searches of xAI', 3, {}, { server_side_tool_usage_details: { web_search_calls: 2, x_search_calls: 1 } }],
      ['a model that always searches', 1, { model: 'gpt-4o-search-preview' }, {}],
    ])('%s: %d, whole, streamed and converted', async (_what, calls, more, own) => {
      const usage = { ...counts, ...own }
      const message = { role: 'assistant', content: 'found' }
      const choices = [{ index: 0, message, finish_reason: 'stop' }]
      const events = [
        { choices: [{ index: 0, delta: { content: 'found' } }], ...more },
        { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], ...more, usage },
      ]
      const streamed = stream(`${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')}data: [DONE]\n\n`)
      const whole = () => Response.json({ object: 'chat.completion', choices, usage, ...more })
      const body = { max_tokens: 50, messages: [{ role: 'user', content: 'hi' }] }
      for (const [answer, path, wish] of [
        [whole, '/v1/chat/completions', {}],
        [streamed, '/v1/chat/completions', { stream: true }],
        [whole, '/v1/messages', {}],
        [streamed, '/v1/messages', { stream: true }],
      ] as const) {
        const model = await modelOf(answer)
        await (await relay.post(path, token, { model, ...body, ...wish })).text()
        const tools = { web_search: { calls, price: 0.01 } }
        expect(await charged(model)).toMatchObject({ quota: TOKENS + calls * CENT, receipt: { tools } })
      }
    })
  })

  test('whoever cannot pay the tools is charged the balance and less than one slice', async () => {
    const last = { type: 'response.completed', response: RESPONSE }
    const model = await modelOf(stream(sse([said, last])))
    const { id, username } = await relay.server.addUser({ quota: 6000 })
    const owner = await relay.server.login(username, PASSWORD)
    await ask(model, { stream: true }, await relay.token({}, owner))
    const row = await charged(model)
    expect(row?.receipt.end_reason).toBe('insufficient_quota')
    expect(row?.quota).toBeWithin(6000, 6000 + 2000)
    const { balance } = await expectBooksToAgree(relay.server.services.store, id)
    expect(balance).toBe(6000 - (row?.quota ?? 0))
  })
})
