import { beforeAll, describe, expect, test } from 'bun:test'
import { expectBooksToAgree } from '#test/harness/books.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { relaySite } from '#test/harness/relay-site.ts'

const [OPENAI, CLAUDE, GEMINI] = [1, 14, 24]
const ROOT = 1
const EVENTS = { headers: { 'content-type': 'text/event-stream' } }
const data = (event: object) => `data: ${JSON.stringify(event)}\n\n`
const DONE = 'data: [DONE]\n\n'

const usage = { prompt_tokens: 100, completion_tokens: 1, total_tokens: 101 }
const counted = { input_tokens: 100, output_tokens: 1 }
const usageMetadata = { promptTokenCount: 100, totalTokenCount: 100 }
const completion = (message: object, more: object = {}) => ({
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop' }],
  usage,
  ...more,
})
const emptyOf = (completion_tokens: number) => completion({ content: '' }, { usage: { ...usage, completion_tokens } })
const chunks = (...deltas: object[]) =>
  [
    ...deltas.map((delta) => data({ choices: [{ index: 0, delta }] })),
    data({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
    data({ choices: [], usage }),
    DONE,
  ].join('')
const message = (...content: object[]) => ({
  type: 'message',
  role: 'assistant',
  content,
  stop_reason: 'end_turn',
  usage: counted,
})
const call = { id: 'c', type: 'function', function: { name: 'now', arguments: '' } }

const chat = ['/v1/chat/completions', { messages: [{ role: 'user', content: 'hi' }] }] as const
const messages = ['/v1/messages', { max_tokens: 50, messages: [{ role: 'user', content: 'hi' }] }] as const
const responses = ['/v1/responses', { input: 'hi' }] as const
const gemini = ['gemini', { contents: [{ parts: [{ text: 'hi' }] }] }] as const
const stream = { stream: true }

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  let token: string
  beforeAll(async () => {
    token = await relay.token()
    await relay.option('UnpaidQuotaPerDay', 10_000_000)
  }, START_MS)

  async function ask(
    type: number,
    answer: object | string,
    [path, body]: readonly [string, object],
    more: object = {},
  ) {
    const model = relay.model()
    const given = () => (typeof answer === 'string' ? new Response(answer, EVENTS) : Response.json(answer))
    await relay.channelThat(given, { type, models: model })
    const address = path === 'gemini' ? `/v1beta/models/${model}:generateContent` : path
    await (await relay.post(address, token, path === 'gemini' ? body : { model, ...body, ...more })).text()
    const [row] = await relay.charges(model, 1)
    await expectBooksToAgree(relay.server.services.store, ROOT)
    return row
  }

  describe('an empty answer is free, and its row says so', () => {
    test.each([
      ['chat', OPENAI, completion({ content: '' }), chat, {}],
      ['chat, with as many tokens as marks of an end have', OPENAI, emptyOf(5), chat, {}],
      ['chat, with null', OPENAI, completion({ content: null, tool_calls: [] }), chat, {}],
      ['chat, streamed', OPENAI, chunks({ role: 'assistant', content: '' }), chat, stream],
      ['messages', CLAUDE, message(), messages, {}],
      ['messages, with an empty text', CLAUDE, message({ type: 'text', text: '' }), messages, {}],
      ['messages for a chat', CLAUDE, message(), chat, {}],
      [
        'responses',
        OPENAI,
        {
          ...{ id: 'resp_1', object: 'response', status: 'completed', usage: counted },
          output: [
            { type: 'reasoning', id: 'rs_1', summary: [] },
            {
              type: 'message',
              id: 'm',
              role: 'assistant',
              content: [{ type: 'output_text', text: '', annotations: [] }],
            },
          ],
        },
        responses,
        {},
      ],
      [
        'contents',
        GEMINI,
        { candidates: [{ content: { parts: [] }, finishReason: 'STOP' }], usageMetadata },
        gemini,
        {},
      ],
    ] as const)('%s', async (_name, type, answer, asked, more) => {
      const row = await ask(type, answer, asked, more)
      expect(row).toMatchObject({ quota: 0, prompt: 100, receipt: { waived: 'empty', end_reason: 'stop' } })
    })

    test('unless the operator wants it paid', async () => {
      await relay.option('WaiveEmptyAnswersEnabled', false)
      expect((await ask(OPENAI, completion({ content: '' }), chat))?.quota).toBe(102)
      await relay.option('WaiveEmptyAnswersEnabled', true)
    })
  })

  describe('an answer with anything in it is paid', () => {
    test.each([
      ['a tool call without arguments', OPENAI, completion({ content: null, tool_calls: [call] }), chat, {}],
      ['a tool call, for messages', OPENAI, completion({ content: null, tool_calls: [call] }), messages, {}],
      ['reasoning', OPENAI, completion({ content: '', reasoning_content: 'hm' }), chat, {}],
      ['a refusal', OPENAI, completion({ content: null, refusal: 'no' }), chat, {}],
      ['audio', OPENAI, completion({ content: null, audio: { id: 'a', data: 'AAAA' } }), chat, {}],
      [
        'hidden reasoning that is reported',
        OPENAI,
        completion({ content: '' }, { usage: { ...usage, completion_tokens_details: { reasoning_tokens: 1 } } }),
        chat,
        {},
      ],
      ['one token more than marks of an end have', OPENAI, emptyOf(6), chat, {}],
      ['many tokens', OPENAI, completion({ content: '' }, { usage: { ...usage, completion_tokens: 500 } }), chat, {}],
      ['one character', OPENAI, chunks({ content: '.' }), chat, stream],
      ['a tool call in messages', CLAUDE, message({ type: 'tool_use', id: 't', name: 'now', input: {} }), messages, {}],
      [
        'a call of a custom tool',
        OPENAI,
        {
          ...{ id: 'resp_1', object: 'response', status: 'completed', usage: counted },
          output: [{ type: 'custom_tool_call', id: 'ctc_1', call_id: 'a', name: 'patch', input: 'x' }],
        },
        responses,
        {},
      ],
      ['thinking', CLAUDE, message({ type: 'thinking', thinking: 'hm', signature: 's' }), messages, {}],
    ] as const)('%s', async (_name, type, answer, asked, more) => {
      const row = await ask(type, answer, asked, more)
      expect(row?.quota).toBeGreaterThan(100)
      expect(row?.receipt.waived).toBeUndefined()
    })
  })

  describe('an answer that its vendor broke off', () => {
    const broken = data({ choices: [{ index: 0, delta: { content: 'hello' } }] })
    const failed = broken + data({ error: { message: 'overloaded', type: 'server_error' } })

    test.each([
      ['without an end', broken],
      ['with an error', failed],
    ])('is free %s', async (_name, text) => {
      const row = await ask(OPENAI, text, chat, stream)
      expect(row).toMatchObject({ quota: 0, receipt: { waived: 'broken', end_reason: 'upstream_error' } })
      expect(row?.completion).toBeGreaterThan(0)
    })

    test('is paid as far as it came, if the operator wants that', async () => {
      await relay.option('WaiveBrokenAnswersEnabled', false)
      const row = await ask(OPENAI, broken, chat, stream)
      expect(row?.quota).toBe((row?.prompt ?? 0) + 2 * (row?.completion ?? 0))
      await relay.option('WaiveBrokenAnswersEnabled', true)
    })

    test('is paid by an account that has reached its daily limit of unpaid quota', async () => {
      const unpaid = async () => {
        const user = await relay.server.services.callers.userById(ROOT)
        return (user?.unpaid?.units ?? 0) + relay.server.services.accounting.ledger.unsettledUnpaid(ROOT).units
      }
      const before = await unpaid()
      await relay.option('UnpaidQuotaPerDay', before + 1)
      expect((await ask(OPENAI, broken, chat, stream))?.quota).toBe(0)
      expect(await unpaid()).toBeGreaterThan(before)
      expect((await ask(OPENAI, broken, chat, stream))?.quota).toBeGreaterThan(0)
      await relay.option('UnpaidQuotaPerDay', 10_000_000)
    })
  })
})
