import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { type Listening, serveApp } from '#test/harness/listening.ts'
import { relaySite } from '#test/harness/relay-site.ts'

/** The vendors' own SDKs read the sources of answers that were converted, whole and streamed. */
const OPENAI = 1
const CLAUDE = 14
const URL = 'https://paris.example/'
const TEXT = 'In 中国 and Paris.'
const CITED = 'Paris.'
const start = TEXT.indexOf(CITED)
const bytes = { startIndex: Buffer.byteLength(TEXT.slice(0, start)), endIndex: Buffer.byteLength(TEXT) }

const found = { url: URL, title: 'Paris', start_index: start, end_index: TEXT.length }
const completion = {
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: TEXT, annotations: [{ type: 'url_citation', url_citation: found }] },
      finish_reason: 'stop',
    },
  ],
  usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
}
const location = {
  type: 'web_search_result_location',
  url: URL,
  title: 'Paris',
  cited_text: 'Big.',
  encrypted_index: 'x',
}
const message = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content: [
    { type: 'text', text: TEXT.slice(0, start) },
    { type: 'text', text: CITED, citations: [location] },
  ],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 3, output_tokens: 4 },
}

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  let socket: Listening
  let openai: OpenAI
  let anthropic: Anthropic
  let google: GoogleGenAI
  let model: string
  beforeAll(async () => {
    socket = serveApp(relay.server)
    const options = { apiKey: await relay.token(), maxRetries: 0, logLevel: 'off' as const }
    openai = new OpenAI({ ...options, baseURL: `${socket.url}/v1` })
    anthropic = new Anthropic({ ...options, baseURL: socket.url })
    google = new GoogleGenAI({ apiKey: options.apiKey, httpOptions: { baseUrl: socket.url } })
  }, START_MS)
  beforeEach(() => {
    model = relay.model()
  })
  afterAll(async () => {
    await socket.stop()
  })
  /** The upstream answers in JSON, which becomes a stream for those who ask for one. */
  const answers = (type: number, answer: object) =>
    relay.channelThat(() => Response.json(answer), { type, models: model })
  const messages = [{ role: 'user' as const, content: 'hi' }]

  describe('of Claude', () => {
    beforeEach(async () => {
      await answers(CLAUDE, message)
    })

    test('reach callers of chat completions', async () => {
      const whole = await openai.chat.completions.create({ model, messages })
      expect(whole.choices[0]?.message.annotations).toEqual([{ type: 'url_citation', url_citation: found }])
      const stream = openai.chat.completions.stream({ model, messages })
      const final = await stream.finalMessage()
      expect(final.content).toBe(TEXT)
      expect(final).toMatchObject({ annotations: [{ type: 'url_citation', url_citation: found }] })
    })

    test('reach callers of responses', async () => {
      const annotations = [{ type: 'url_citation', ...found }]
      const output = [{ type: 'message', content: [{ type: 'output_text', text: TEXT, annotations }] }]
      expect(await openai.responses.create({ model, input: 'hi' })).toMatchObject({ output })
      const added: unknown[] = []
      const stream = openai.responses.stream({ model, input: 'hi' })
      stream.on('response.output_text.annotation.added', ({ annotation }) => added.push(annotation))
      expect(await stream.finalResponse()).toMatchObject({ output })
      expect(added).toEqual(annotations)
    })

    test('reach callers of Gemini’s format, in bytes', async () => {
      const groundingMetadata = {
        groundingChunks: [{ web: { uri: URL, title: 'Paris' } }],
        groundingSupports: [{ segment: { ...bytes, text: CITED }, groundingChunkIndices: [0] }],
      }
      const whole = await google.models.generateContent({ model, contents: 'hi' })
      expect(whole.candidates?.[0]).toMatchObject({ groundingMetadata })
      let last: object | undefined
      for await (const chunk of await google.models.generateContentStream({ model, contents: 'hi' })) last = chunk
      expect(last).toMatchObject({ candidates: [{ groundingMetadata }] })
    })
  })

  test('of chat completions reach callers of Anthropic’s format', async () => {
    await answers(OPENAI, completion)
    const citation = { type: 'web_search_result_location', url: URL, title: 'Paris' }
    const whole = await anthropic.messages.create({ model, max_tokens: 50, messages })
    expect(whole.content).toMatchObject([
      { type: 'text', text: TEXT.slice(0, start) },
      { type: 'text', text: CITED, citations: [citation] },
    ])
    const stream = anthropic.messages.stream({ model, max_tokens: 50, messages })
    const told: unknown[] = []
    stream.on('citation', (one) => told.push(one))
    expect(await stream.finalMessage()).toMatchObject({ content: [{ text: TEXT, citations: [citation] }] })
    expect(told).toMatchObject([citation])
  })

  test('a tool that only the vendor of the caller’s format runs is left out, and the log says so', async () => {
    await answers(OPENAI, completion)
    const search = { type: 'web_search_20250305' as const, name: 'web_search' as const }
    await anthropic.messages.create({ model, max_tokens: 50, messages, tools: [search] })
    const [row] = await relay.charges(model, 1)
    expect(row?.receipt).toMatchObject({ omitted: ['tools[0]: web_search_20250305'] })
    const demanding = { model, max_tokens: 50, messages, tools: [search] }
    const choice = { type: 'tool' as const, name: 'web_search' }
    const failed = await anthropic.messages.create({ ...demanding, tool_choice: choice }).catch((error) => error)
    expect(failed).toBeInstanceOf(Anthropic.APIError)
    expect(failed.message).toContain('tool_choice')
  })
})
