import { describe, expect, test } from 'bun:test'
import { type CallerFormat, callerDialects, type UpstreamFormat, upstreamDialects } from './all.ts'
import { answerToEvents } from './answer-to-events.ts'
import { collectAnswer } from './collect.ts'
import type { JsonObject } from './conversation.ts'
import { readChat } from './read-chat.ts'
import { dataOf } from './sse.ts'
import { writeChat } from './write-chat.ts'

const user = { role: 'user', content: 'a' }
const asked: Partial<Record<CallerFormat, JsonObject>> = {
  openai: { messages: [user], logprobs: true, top_logprobs: 2 },
  responses: { input: 'a', include: ['message.output_text.logprobs'], top_logprobs: 2 },
  gemini: { contents: [{ parts: [{ text: 'a' }] }], generationConfig: { responseLogprobs: true, logprobs: 2 } },
  cohere: { messages: [user], logprobs: true },
}
const wanted: Partial<Record<UpstreamFormat, [model: string, fields: JsonObject]>> = {
  openai: ['gpt-4.1', { logprobs: true, top_logprobs: 2 }],
  responses: ['gpt-4.1', { include: ['message.output_text.logprobs'], top_logprobs: 2 }],
  gemini: ['gemini-2.5-flash', { generationConfig: { responseLogprobs: true, logprobs: 2 } }],
  cohere: ['command-a-03-2025', { logprobs: true }],
}
const callers = Object.keys(asked) as (CallerFormat & UpstreamFormat)[]

function write(caller: CallerFormat, upstream: UpstreamFormat, model: string, omit?: (name: string) => void) {
  const read = readChat(callerDialects[caller], { model, ...asked[caller] }, false)
  return writeChat(read, upstreamDialects[upstream], model, omit ? { omit } : {})
}

describe.each(callers)('the probabilities that a caller of %s asks for', (caller) => {
  test.each(callers)('are asked of %s', (upstream) => {
    const [model, fields] = wanted[upstream] ?? ['m', {}]
    // Cohere knows no number of others.
    const own = caller === 'cohere' ? JSON.parse(JSON.stringify(fields).replace(/,"(?:top_)?logprobs":2/, '')) : fields
    expect(write(caller, upstream, model)).toMatchObject(own)
  })
  test('are left out, and named, where a model refuses them, and refused where a format has none', () => {
    for (const [upstream, model] of [
      ['openai', 'gpt-5.1-codex'],
      ['responses', 'gpt-5'],
      ['gemini', 'gemini-3-pro-preview'],
    ] as const) {
      if (upstream === caller) continue
      const omitted: string[] = []
      expect(JSON.stringify(write(caller, upstream, model, (name) => omitted.push(name)))).not.toMatch(/logprobs/i)
      expect(omitted).toContain('logprobs')
    }
    expect(() => write(caller, 'anthropic', 'claude-sonnet-4-5')).toThrow('logprobs')
  })
})

const FACTS = { id: 'i', model: 'm', created: 1, usageWanted: true, inputTokens: 1 }
const tokens = [
  {
    token: 'h',
    logprob: -0.5,
    top: [
      { token: 'h', logprob: -0.5 },
      { token: 'b', logprob: -1 },
    ],
  },
  { token: 'é', logprob: -2, top: [{ token: 'é', logprob: -2 }] },
]
const plain = tokens.map(({ token, logprob }) => ({ token, logprob }))
const answer = {
  choices: [{ parts: [{ kind: 'text' as const, text: 'hé' }], finish: 'stop' as const, logprobs: tokens }],
  usage: undefined,
}
const told = (format: UpstreamFormat) => JSON.parse(JSON.stringify(format === 'cohere' ? plain : tokens))
const withoutBytes = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (key, item) => (key === 'bytes' ? undefined : item)))

describe.each(callers)('probabilities of an answer in the format %s', (format) => {
  test('are written and read', () => {
    const written = callerDialects[format].writeAnswer(answer, FACTS)
    expect(withoutBytes(upstreamDialects[format].readAnswer(written, 'c').choices[0]?.logprobs)).toEqual(told(format))
  })
  test('also in a stream', () => {
    const writer = callerDialects[format].streamWriter(FACTS)
    const stream =
      answerToEvents(answer)
        .map((event) => writer.write(event))
        .join('') +
      writer.end(undefined) +
      writer.tail()
    const reader = upstreamDialects[format].streamReader('c')
    const events = stream.split(/\r?\n\r?\n/).flatMap((event) => {
      const data = dataOf(Buffer.from(event))
      return data && data !== '[DONE]' ? reader.read(data) : []
    })
    const [choice] = collectAnswer(events).choices
    expect(withoutBytes(choice?.logprobs)).toEqual(told(format))
    expect(choice?.parts).toEqual(answer.choices[0]?.parts ?? [])
  })
})

test('bytes of parts of characters stay', () => {
  const content = [{ token: '\ufffd', logprob: -1, bytes: [195], top_logprobs: [] }]
  const read = upstreamDialects.openai.readAnswer(
    { choices: [{ message: { content: 'é' }, logprobs: { content } }] },
    'c',
  )
  expect(callerDialects.openai.writeAnswer(read, FACTS)).toMatchObject({ choices: [{ logprobs: { content } }] })
})
