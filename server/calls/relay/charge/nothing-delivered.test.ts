import { beforeAll, describe, expect, test } from 'bun:test'
import { expectBooksToAgree } from '#test/harness/books.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { relaySite } from '#test/harness/relay-site.ts'

const [OPENAI, CLAUDE, GEMINI, COHERE] = [1, 14, 24, 34]
const HEADERS = { headers: { 'content-type': 'text/event-stream' } }

const data = (event: object) => `data: ${JSON.stringify(event)}\n\n`
const sse = (...events: object[]) => events.map(data).join('')

const counted = { prompt_tokens: 10, completion_tokens: 700, total_tokens: 710 }
const hidden = sse({ choices: [{ index: 0, delta: { role: 'assistant', content: '' } }], usage: counted })

const item = (fields: object) => ({ type: 'response.output_item.done', output_index: 0, item: fields })
const created = { type: 'response.created', response: { id: 'resp_1', object: 'response' } }
const searched = sse(created, item({ type: 'web_search_call', id: 'ws_1', action: { type: 'search', query: 'a' } }))
const failed = data({ type: 'response.failed', response: { error: { code: 'server_error', message: 'broken' } } })
const drawn = (result: string) => sse(created, item({ type: 'image_generation_call', id: 'ig_1', result }))

const started = { type: 'message_start', message: { usage: { input_tokens: 10, output_tokens: 1 } } }
const result = { type: 'web_search_tool_result', content: [{ type: 'web_search_result', url: 'https://example.com' }] }
const looked = sse(started, { type: 'content_block_start', index: 1, content_block: result })
const overloaded = data({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } })

const usageMetadata = { promptTokenCount: 10, thoughtsTokenCount: 700, totalTokenCount: 710 }
const candidate = (...parts: object[]) => sse({ candidates: [{ index: 0, content: { parts } }], usageMetadata })
const picture = { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }

const begun = { type: 'message-start', id: 'm', delta: { message: { role: 'assistant', content: [] } } }
const planned = sse(begun, {
  type: 'content-start',
  index: 0,
  delta: { message: { content: { type: 'text', text: '' } } },
})

const chat = ['/v1/chat/completions', { messages: [{ role: 'user', content: 'hi' }] }] as const
const messages = ['/v1/messages', { max_tokens: 50, messages: [{ role: 'user', content: 'hi' }] }] as const
const responses = ['/v1/responses', { input: 'hi' }] as const
const gemini = ['gemini', { contents: [{ parts: [{ text: 'hi' }] }] }] as const

const FAILURES = [
  ['chat, with hidden reasoning that was reported', OPENAI, chat, hidden],
  ['responses, behind a search', OPENAI, responses, searched],
  ['responses, behind a search, with an error', OPENAI, responses, searched + failed],
  ['responses, behind a picture that nobody got', OPENAI, responses, drawn('')],
  ['messages, behind a search', CLAUDE, messages, looked],
  ['messages, behind a search, with an error', CLAUDE, messages, looked + overloaded],
  ['messages for a chat', CLAUDE, chat, looked],
  ['messages for responses', CLAUDE, responses, looked + overloaded],
  ['contents, with hidden thoughts that were reported', GEMINI, gemini, candidate()],
  ['contents for a chat', GEMINI, chat, candidate()],
  ['contents for messages', GEMINI, messages, candidate({ text: '' })],
  ['chat of Cohere', COHERE, chat, planned],
] as const

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  let token: string
  beforeAll(async () => {
    token = await relay.token()
  }, START_MS)

  async function modelOf(type: number, text: string): Promise<string> {
    const models = relay.model()
    await relay.channelThat(() => new Response(text, HEADERS), { type, models })
    return models
  }
  async function ask(model: string, [path, body]: readonly [string, object]): Promise<string> {
    const address = path === 'gemini' ? `/v1beta/models/${model}:streamGenerateContent?alt=sse` : path
    const wanted = path === 'gemini' ? body : { model, stream: true, ...body }
    return (await relay.post(address, token, wanted)).text()
  }
  async function chargedFor(model: string) {
    await relay.server.services.accounting.ledger.flush()
    return relay.charges(model)
  }
  const balance = async () => (await expectBooksToAgree(relay.server.services.store, 1)).balance

  describe('a stream that fails before anything of the answer was delivered is not charged', () => {
    test.each([...FAILURES])('%s', async (_, type, asked, text) => {
      const model = await modelOf(type, text)
      const before = await balance()
      expect(await ask(model, asked)).toContain('error')
      expect(await chargedFor(model)).toEqual([])
      expect(await balance()).toBe(before)
    })

    test('at a fixed price neither', async () => {
      const model = await modelOf(CLAUDE, looked)
      await relay.option('ModelPrice', { [model]: 0.5 })
      await ask(model, messages)
      expect(await chargedFor(model)).toEqual([])
    })
  })

  describe('nothing stays taken, whatever becomes of a call', () => {
    const done = 'data: [DONE]\n\n'
    const word = sse({ choices: [{ index: 0, delta: { content: 'hello' }, finish_reason: 'stop' }] })
    test.each([
      ['of a stream that is delivered', () => new Response(word + done, HEADERS)],
      ['of a stream that breaks off', () => new Response(word, HEADERS)],
      ['of a stream that delivers nothing', () => new Response(hidden, HEADERS)],
      ['of a call that its vendor refuses', () => Response.json({ error: { message: 'no' } }, { status: 400 })],
      ['of a call that no channel serves', () => new Response('', { status: 500 })],
    ])('%s', async (_, answer) => {
      const { accounting, inFlight } = relay.server.services
      const models = relay.model()
      const { id } = await relay.channelThat(answer, { models })
      const limited = await relay.token({ unlimited_quota: false, remain_quota: 10_000 })
      const [path, body] = chat
      await (await relay.post(path, limited, { model: models, stream: true, ...body })).text()
      const { user, token: ofToken } = accounting.wallet.count()
      expect([user.held, ofToken.held, inFlight.of(id)]).toEqual([0, 0, 0])
    })
  })

  describe('a stream that is cut is charged from the first word on that its caller has', () => {
    const WORD = 'hello'
    const wordOf = { type: 'content_block_delta', index: 2, delta: { type: 'text_delta', text: WORD } }
    const streams = {
      chat: [hidden, sse({ choices: [{ index: 0, delta: { content: WORD } }], usage: counted }), hidden],
      responses: [searched, sse({ type: 'response.output_text.delta', delta: WORD }), searched],
      messages: [sse(started), looked, sse({ type: 'ping' }), sse(wordOf), looked],
      contents: [candidate(), candidate({ text: '' }), candidate({ text: WORD }), candidate()],
    }
    test.each([
      ['chat', OPENAI, streams.chat, chat],
      ['responses', OPENAI, streams.responses, responses],
      ['messages', CLAUDE, streams.messages, messages],
      ['messages for a chat', CLAUDE, streams.messages, chat],
      ['messages for responses', CLAUDE, streams.messages, responses],
      ['contents', GEMINI, streams.contents, gemini],
      ['contents for messages', GEMINI, streams.contents, messages],
    ] as const)('%s, cut behind each of its events', async (_, type, events, asked) => {
      for (let until = 1; until <= events.length; until++) {
        const model = await modelOf(type, events.slice(0, until).join(''))
        const isDelivered = (await ask(model, asked)).includes(WORD)
        expect(isDelivered).toBe(events.slice(0, until).join('').includes(WORD))
        expect(await chargedFor(model)).toHaveLength(isDelivered ? 1 : 0)
      }
      await balance()
    })
  })

  describe('a picture is something delivered', () => {
    test.each([
      ['contents', GEMINI, gemini, candidate(picture), { completion: 700 }],
      ['responses', OPENAI, responses, drawn('iVBORw0KGgo='), { receipt: { tools: { image_generation: {} } } }],
    ] as const)('%s', async (_, type, asked, text, row) => {
      const model = await modelOf(type, text)
      await relay.option('ToolPrice', { image_generation: 0.04 })
      expect(await ask(model, asked)).toContain('iVBORw0KGgo=')
      const [charge] = await relay.charges(model, 1)
      expect(charge).toMatchObject({
        ...row,
        receipt: { ...('receipt' in row ? row.receipt : {}), end_reason: 'upstream_error' },
      })
    })
  })
})
