import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import Anthropic from '@anthropic-ai/sdk'
import { type GenerateContentResponse, GoogleGenAI } from '@google/genai'
import { expectBooksToAgree } from '#test/harness/books.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { failureOf, sdkSite } from '#test/harness/sdk-site.ts'
import { inTier } from '#test/harness/tiers.ts'

const data = (event: object) => `data: ${JSON.stringify(event)}\n\n`
const named = (event: { type: string }) => `event: ${event.type}\n${data(event)}`
const TEXT = 'Hello there'
const [INPUT, OUTPUT] = [7, 3]

interface Vendor {
  type: number
  /** The answer as one object. */
  whole: object
  /** The same as the chunks of a stream, and how they stand on the wire. */
  chunks: object[]
  stream: string
}

const counts = { prompt_tokens: INPUT, completion_tokens: OUTPUT, total_tokens: INPUT + OUTPUT }
const chatHead = { id: 'c1', created: 1, model: 'm' }
const chatChunks = [
  { ...chatHead, object: 'chat.completion.chunk', choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] },
  { ...chatHead, object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: 'Hello ' } }] },
  {
    ...chatHead,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta: { content: 'there' }, finish_reason: 'stop' }],
  },
  { ...chatHead, object: 'chat.completion.chunk', choices: [], usage: counts },
]
const message = { id: 'm1', type: 'message', role: 'assistant', model: 'm', stop_sequence: null }
const messageEvents = [
  {
    type: 'message_start',
    message: { ...message, content: [], stop_reason: null, usage: { input_tokens: INPUT, output_tokens: 1 } },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello ' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'there' } },
  { type: 'content_block_stop', index: 0 },
  {
    type: 'message_delta',
    delta: { stop_reason: 'end_turn', stop_sequence: null },
    usage: { output_tokens: OUTPUT },
  },
  { type: 'message_stop' },
]
const usageMetadata = { promptTokenCount: INPUT, candidatesTokenCount: OUTPUT, totalTokenCount: INPUT + OUTPUT }
const candidate = (text: string, more: object = {}) => ({
  content: { role: 'model', parts: [{ text }] },
  index: 0,
  ...more,
})
const geminiChunks = [
  { candidates: [candidate('Hello ')] },
  { candidates: [candidate('there', { finishReason: 'STOP' })], usageMetadata },
]
const output = [
  {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: TEXT, annotations: [] }],
  },
]
const usage = { input_tokens: INPUT, output_tokens: OUTPUT, total_tokens: INPUT + OUTPUT }
const response = { id: 'resp_1', object: 'response', created_at: 1, model: 'm' }
const place = { item_id: 'msg_1', output_index: 0, content_index: 0 }
const responseEvents = [
  { type: 'response.created', sequence_number: 0, response: { ...response, status: 'in_progress', output: [] } },
  { type: 'response.output_item.added', sequence_number: 1, output_index: 0, item: { ...output[0], content: [] } },
  { type: 'response.content_part.added', sequence_number: 2, ...place, part: { ...output[0]!.content[0], text: '' } },
  { type: 'response.output_text.delta', sequence_number: 2, ...place, delta: 'Hello ' },
  { type: 'response.output_text.delta', sequence_number: 3, ...place, delta: 'there' },
  { type: 'response.output_item.done', sequence_number: 4, output_index: 0, item: output[0] },
  { type: 'response.completed', sequence_number: 5, response: { ...response, status: 'completed', output, usage } },
]

const VENDORS = {
  chat: {
    type: 1,
    whole: {
      ...chatHead,
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content: TEXT }, finish_reason: 'stop' }],
      usage: counts,
    },
    chunks: chatChunks,
    stream: `${chatChunks.map(data).join('')}data: [DONE]\n\n`,
  },
  messages: {
    type: 14,
    whole: {
      ...message,
      content: [{ type: 'text', text: TEXT }],
      stop_reason: 'end_turn',
      usage: { input_tokens: INPUT, output_tokens: OUTPUT },
    },
    chunks: messageEvents,
    stream: messageEvents.map(named).join(''),
  },
  gemini: {
    type: 24,
    whole: { candidates: [candidate(TEXT, { finishReason: 'STOP' })], usageMetadata },
    chunks: geminiChunks,
    stream: geminiChunks.map(data).join(''),
  },
  responses: {
    type: 1,
    whole: { ...response, status: 'completed', output, usage },
    chunks: responseEvents,
    stream: responseEvents.map(named).join(''),
  },
} satisfies Record<string, Vendor>
type Format = keyof typeof VENDORS
const FORMATS = Object.keys(VENDORS) as Format[]

const lines = (chunks: object[]) => chunks.map((chunk) => `${JSON.stringify(chunk)}\n`).join('')
/** What upstreams send, and what they call it. */
const SENT: [string, string | undefined, (vendor: Vendor) => string][] = [
  ['JSON', 'application/json', ({ whole }) => JSON.stringify(whole)],
  ['JSON in lines', 'application/json', ({ whole }) => `\n${JSON.stringify(whole, null, 2)}\n`],
  ['JSON, called a stream', 'text/event-stream', ({ whole }) => JSON.stringify(whole)],
  ['JSON, called a text', 'text/plain', ({ whole }) => JSON.stringify(whole)],
  ['a stream', 'text/event-stream', ({ stream }) => stream],
  ['a stream, called JSON', 'application/json', ({ stream }) => stream],
  ['a stream behind a comment, called nothing', undefined, ({ stream }) => `: waiting\n\n${stream}`],
  ['chunks in lines', 'application/x-ndjson', ({ chunks }) => lines(chunks)],
  ['chunks in lines, called JSON', 'application/json', ({ chunks }) => lines(chunks)],
  ['chunks in a list', 'application/json', ({ chunks }) => JSON.stringify(chunks, null, 1)],
]

/** In the quick tier, callers of other formats than the vendor's meet what differs most from what they asked for. */
const shapesFor = (vendor: Format, caller: Format) =>
  vendor === caller || inTier('all') ? SENT : SENT.filter(([name]) => name.includes('called JSON'))

/** Official SDKs, and upstreams whose answers have another shape than the request. */
forEachDatabase((_engine, fresh) => {
  const site = sdkSite(fresh)
  let anthropic: Anthropic
  let google: GoogleGenAI

  beforeAll(async () => {
    const apiKey = await site.relay.token()
    anthropic = new Anthropic({ apiKey, baseURL: site.url, maxRetries: 0, logLevel: 'off' })
    google = new GoogleGenAI({ apiKey, httpOptions: { baseUrl: site.url } })
    await site.relay.option('RetryTimes', 2)
  }, START_MS)
  beforeEach(() => {
    site.relay.upstream.invoice.clear()
  })

  const respond = (body: string, type: string | undefined) =>
    new Response(Buffer.from(body), type ? { headers: { 'content-type': type } } : {})
  /** The channel of a vendor that sends an answer, whatever it was asked for. Those of chats alone know no other path. */
  const sends = (format: Format, body: string, type: string | undefined = 'application/json', fields: object = {}) =>
    site.relay.channelThat(
      (request) =>
        format === 'chat' && new URL(request.url).pathname.endsWith('/responses')
          ? Response.json({ error: { message: 'Invalid URL' } }, { status: 404 })
          : respond(body, type),
      { type: VENDORS[format].type, models: site.model, ...fields },
    )

  const messages = [{ role: 'user' as const, content: 'hi' }]
  /** What a caller reads with the SDK of its format. */
  const CALLERS: Record<Format, { whole(): Promise<unknown>; streamed(): Promise<unknown> }> = {
    chat: {
      whole: async () => (await site.chat()).choices[0]?.message.content,
      streamed: async () => (await site.stream()).map(({ choices }) => choices[0]?.delta.content ?? '').join(''),
    },
    messages: {
      whole: async () => textIn(await anthropic.messages.create({ model: site.model, max_tokens: 50, messages })),
      streamed: async () =>
        textIn(await anthropic.messages.stream({ model: site.model, max_tokens: 50, messages }).finalMessage()),
    },
    gemini: {
      whole: async () => (await google.models.generateContent({ model: site.model, contents: 'hi' })).text,
      streamed: async () => {
        let text = ''
        for await (const part of await google.models.generateContentStream({ model: site.model, contents: 'hi' }))
          text += part.text ?? ''
        return text
      },
    },
    responses: {
      whole: async () => (await site.client.responses.create({ model: site.model, input: 'hi' })).output_text,
      streamed: async () => {
        const stream = site.client.responses.stream({ model: site.model, input: 'hi' })
        return (await stream.finalResponse()).output_text
      },
    },
  }
  const textIn = ({ content }: Anthropic.Message) =>
    content.map((block) => ('text' in block ? block.text : '')).join('')

  for (const vendor of FORMATS) {
    for (const caller of FORMATS) {
      // Channels of type 1 are asked for responses first.
      if (vendor === 'responses' && caller !== 'responses') continue
      describe(`${vendor} for a caller of ${caller}`, () => {
        test.each(shapesFor(vendor, caller))('%s', async (_, type, body) => {
          await sends(vendor, body(VENDORS[vendor]), type)
          expect(await CALLERS[caller].whole()).toBe(TEXT)
          expect(await CALLERS[caller].streamed()).toBe(TEXT)
          const rows = await site.relay.charges(site.model, 2)
          const used = { quota: INPUT + 2 * OUTPUT, receipt: { usage_source: 'upstream', end_reason: 'stop' } }
          expect(rows).toMatchObject([used, used])
        })
      })
    }
  }

  describe('completions of texts', () => {
    const whole = { id: 'c', object: 'text_completion', choices: [{ index: 0, text: TEXT, finish_reason: 'stop' }] }
    const piece = (text: string) => ({ id: 'c', object: 'text_completion', choices: [{ index: 0, text }] })
    const chunks = [piece('Hello '), { ...piece('there'), usage: counts }]
    test.each([
      ['JSON', JSON.stringify({ ...whole, usage: counts })],
      ['a stream', `${chunks.map(data).join('')}data: [DONE]\n\n`],
      ['lines', lines(chunks)],
    ])('that come as %s', async (_, body) => {
      await sends('chat', body)
      const answer = await site.client.completions.create({ model: site.model, prompt: 'hi' })
      expect(answer.choices[0]?.text).toBe(TEXT)
      let text = ''
      for await (const part of await site.client.completions.create({ model: site.model, prompt: 'hi', stream: true }))
        text += part.choices[0]?.text ?? ''
      expect(text).toBe(TEXT)
      const used = { quota: INPUT + 2 * OUTPUT, receipt: { usage_source: 'upstream' } }
      expect(await site.relay.charges(site.model, 2)).toMatchObject([used, used])
    })
  })

  test('a stream of responses is collected with all that the vendor says', async () => {
    const call = { type: 'custom_tool_call', id: 'ctc_1', call_id: 'a', name: 'apply_patch', input: 'x' }
    const whole = { ...response, status: 'completed', output: [call], usage, service_tier: 'default' }
    await sends('responses', named({ type: 'response.completed', response: whole } as never), 'text/event-stream')
    const answer = await site.client.responses.create({ model: site.model, input: 'hi' })
    expect(answer).toMatchObject({ output: [call], service_tier: 'default' })
    expect(await site.relay.charges(site.model, 1)).toMatchObject([{ quota: INPUT + 2 * OUTPUT }])
  })

  test('the books agree', async () => {
    await expectBooksToAgree(site.relay.server.services.store, 1)
  })

  describe('an answer with nothing in it is tried elsewhere, and costs nothing:', () => {
    const role = data({ choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }] })
    const NOTHING: [Format, string, string][] = [
      ['chat', 'an empty body', ''],
      ['chat', 'no choices', JSON.stringify({ choices: [], usage: counts })],
      ['chat', 'usage alone', JSON.stringify({ usage: counts })],
      ['chat', 'a message of null', JSON.stringify({ choices: [{ index: 0, message: null }], usage: counts })],
      ['chat', 'an empty stream', 'data: [DONE]\n\n'],
      ['chat', 'a stream of usage', `${data({ choices: [], usage: counts })}data: [DONE]\n\n`],
      ['chat', 'a stream of a role', `${role}${data({ choices: [], usage: counts })}data: [DONE]\n\n`],
      ['chat', 'a vendor that failed', JSON.stringify({ choices: [{ message: {}, finish_reason: 'error' }] })],
      ['messages', 'no content', JSON.stringify({ ...message, content: [], stop_reason: null, usage })],
      ['messages', 'a stream that only begins', messageEvents.slice(0, 1).map(named).join('')],
      ['gemini', 'no candidates', JSON.stringify({ usageMetadata })],
      ['gemini', 'a stream of usage', data({ usageMetadata })],
      ['gemini', 'a malformed call', JSON.stringify({ candidates: [{ finishReason: 'MALFORMED_FUNCTION_CALL' }] })],
      ['responses', 'no output', JSON.stringify({ ...response, status: 'in_progress', output: [], usage })],
    ]
    test.each(NOTHING)('%s, %s', async (format, _, body) => {
      const caller = CALLERS[format === 'gemini' ? 'chat' : format]
      const type = body.startsWith('{') ? 'application/json' : 'text/event-stream'
      await sends(format, body, type, { priority: 9 })
      expect(await failureOf(caller.whole())).toBeInstanceOf(Error)
      expect(await failureOf(caller.streamed())).toBeInstanceOf(Error)
      await sends('chat', VENDORS.chat.stream, 'text/event-stream')
      if (format === 'responses') return
      expect(await caller.whole()).toBe(TEXT)
      expect(await caller.streamed()).toBe(TEXT)
      expect(await site.relay.charges(site.model, 2)).toHaveLength(2)
    })
  })

  test('a failure of the vendor is tried elsewhere for callers of the same format, who are shown it in the end', async () => {
    const malformed = { candidates: [{ finishReason: 'MALFORMED_FUNCTION_CALL', index: 0 }], usageMetadata }
    const asked = { model: '', contents: 'hi' }
    const reasonOf = (answer: GenerateContentResponse | undefined) => answer?.candidates?.[0]?.finishReason as string
    const whole = async () => google.models.generateContent({ ...asked, model: site.model })
    const streamed = async () => {
      const parts: GenerateContentResponse[] = []
      for await (const part of await google.models.generateContentStream({ ...asked, model: site.model }))
        parts.push(part)
      return parts.at(-1)
    }
    const bodies = [JSON.stringify(malformed), data(malformed)]
    for (const [index, call] of [whole, streamed].entries()) {
      site.model = site.relay.model()
      await sends('gemini', bodies[index] ?? '', 'application/json', { priority: 9 })
      expect(reasonOf(await call())).toBe('MALFORMED_FUNCTION_CALL')
      await sends('gemini', VENDORS.gemini.stream, 'text/event-stream')
      expect(reasonOf(await call())).toBe('STOP')
    }
  })

  test('the reason of a vendor is in the row, and the caller gets one of its own', async () => {
    const filtered = { candidates: [{ finishReason: 'MODEL_ARMOR', index: 0 }], usageMetadata }
    await sends('gemini', JSON.stringify(filtered))
    expect((await site.chat()).choices[0]?.finish_reason).toBe('content_filter')
    const chunks = await site.stream()
    expect(chunks.flatMap(({ choices }) => choices[0]?.finish_reason ?? [])).toEqual(['content_filter'])
    const rows = await site.relay.charges(site.model, 2)
    expect(rows.map(({ receipt }) => receipt.vendor_reason)).toEqual(['MODEL_ARMOR', 'MODEL_ARMOR'])
  })

  describe('what the format of a caller cannot hold is refused by name, and costs nothing:', () => {
    const made = (mimeType: string) => ({
      candidates: [
        {
          content: { role: 'model', parts: [{ inlineData: { mimeType, data: 'iVBORw0KGgo=' } }] },
          finishReason: 'STOP',
        },
      ],
      usageMetadata,
    })
    test.each([
      ['a picture', 'image/png', ['messages']],
      ['sound', 'audio/L16;codec=pcm;rate=24000', ['chat', 'messages', 'responses']],
    ] as [string, string, Format[]][])('%s', async (_, mimeType, callers) => {
      await sends('gemini', JSON.stringify(made(mimeType)))
      for (const caller of callers) {
        for (const call of [CALLERS[caller].whole, CALLERS[caller].streamed])
          expect(await failureOf(call())).toMatchObject({
            message: expect.stringContaining('本次调用的接口格式不支持'),
          })
      }
      expect(await site.relay.charges(site.model)).toEqual([])
      expect((await google.models.generateContent({ model: site.model, contents: 'hi' })).data).toBe('iVBORw0KGgo=')
    })
  })
})
