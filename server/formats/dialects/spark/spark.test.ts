import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tokensUsed } from '#contract/prices/price.ts'
import { asked, assistant, call, image, readCut, result, user } from '#test/harness/streams.ts'
import type { ChatRequest } from '../conversation.ts'
import { Unreadable, Unwritable } from '../dialect.ts'
import { completeRequest } from './complete.ts'
import { spark } from './dialect.ts'
import { versionOf } from './versions.ts'

const fixture = (name: string) => readFileSync(join(import.meta.dir, '../fixtures/xunfei', name), 'utf8')
const framesOf = (name: string) => fixture(name).trim().split('\n')
const streamOf = (frames: string[]) => Buffer.from(frames.map((frame) => `data: ${frame}\n\n`).join(''))
const write = (fields: Partial<ChatRequest> = {}) => spark.writeRequest(asked(fields), 'SparkDesk-v3.5')
const complete = (body: object, model: string) =>
  JSON.parse(completeRequest(Buffer.from(JSON.stringify(body)), '12345', versionOf(model, '')).toString('utf8'))
const tool = { name: 'weather', parameters: { type: 'object' } }

describe('a request', () => {
  test('is the vendor’s own example', () => {
    const body = write({ temperature: 0.5, topK: 4, maxTokens: 2048, user: 'u1' })
    expect(complete(body, 'SparkDesk-v3.5')).toEqual(JSON.parse(fixture('request.json')))
  })
  test.each<[string, Partial<ChatRequest>, object]>([
    ['temperature', { temperature: 0 }, { temperature: 0.01 }],
    ['candidates', { topK: 50 }, { top_k: 6 }],
  ])('keeps %s within its limits', (_, fields, chat) => {
    expect(write(fields)).toMatchObject({ parameter: { chat } })
  })
  test('has instructions where the version knows them', () => {
    const body = write({ system: [{ kind: 'text', text: 'Be brief.' }] })
    const { text } = complete(body, 'Spark-4.0-Ultra').payload.message
    expect(text).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: '你好' },
    ])
    expect(complete(body, 'Spark-Lite').payload.message.text).toEqual([
      { role: 'user', content: 'Be brief.' },
      { role: 'assistant', content: 'Okay' },
      { role: 'user', content: '你好' },
    ])
  })
  test('offers functions, and tells of calls in words', () => {
    expect(write({ tools: [tool] })).toMatchObject({
      payload: { functions: { text: [{ name: 'weather', description: 'weather', parameters: { type: 'object' } }] } },
    })
    expect(write({ tools: [tool], toolChoice: 'none' })).not.toHaveProperty('payload.functions')
    const turns = [user('x'), assistant(call('1', 'weather')), user(result('1', 'sunny'))]
    expect(write({ turns })).toHaveProperty('payload.message.text.length', 3)
  })
  test('with images cannot be written', () => {
    expect(() => write({ turns: [user(image)] })).toThrow(Unwritable)
  })
})

test.each([
  ['SparkDesk', '', '/v1.1/chat', 'lite'],
  ['SparkDesk', 'v2.1', '/v2.1/chat', 'generalv2'],
  ['SparkDesk-v3.1', 'v2.1', '/v3.1/chat', 'generalv3'],
  ['SparkDesk-v3.5', '', '/v3.5/chat', 'generalv3.5'],
  ['SparkDesk-v4.0', '', '/v4.0/chat', '4.0Ultra'],
  ['Spark-Lite', 'v3.5', '/v1.1/chat', 'lite'],
  ['Spark-Pro-128K', '', '/chat/pro-128k', 'pro-128k'],
  ['Spark-Max-32K', '', '/chat/max-32k', 'max-32k'],
  ['4.0Ultra', '', '/v4.0/chat', '4.0Ultra'],
  ['SparkDesk-v9.9', '', '/v9.9/chat', 'generalv9.9'],
  ['SparkDesk', 'constructor', '/v1.1/chat', 'lite'],
])('%s at a channel with "%s" is reached at %s', (model, other, path, domain) => {
  expect(versionOf(model, other)).toMatchObject({ path, domain })
})

describe('a stream', () => {
  test.each([1, 2, 3, 7, 1000])('cut into parts of %d bytes', (size) => {
    expect(readCut(spark, streamOf(framesOf('frames.ndjson')), size)).toEqual({
      choices: [{ parts: [{ kind: 'text', text: '你好！' }], finish: 'stop' }],
      usage: tokensUsed(3, 2),
    })
  })
  test('that calls a function', () => {
    expect(readCut(spark, streamOf(framesOf('frame-tool.ndjson')), 9)).toEqual({
      choices: [
        {
          parts: [{ kind: 'tool_call', id: 'call_id_0', name: 'get_weather', arguments: '{"city":"北京"}' }],
          finish: 'tool_calls',
        },
      ],
      usage: tokensUsed(40, 8),
    })
  })
  test('that begins with a search, and thinks', () => {
    const frames = [
      { header: { code: 0, status: 0 }, payload: { plugins: { text: [{ name: 'ifly_search' }] } } },
      {
        header: { code: 0, status: 2 },
        payload: { choices: { status: 2, text: [{ reasoning_content: 'hm', content: 'x' }] } },
      },
    ].map((frame) => JSON.stringify(frame))
    expect(readCut(spark, streamOf(frames), 9).choices[0]?.parts).toEqual([
      { kind: 'reasoning', text: 'hm' },
      { kind: 'text', text: 'x' },
    ])
  })
  test('that breaks off is no answer', () => {
    expect(() => readCut(spark, streamOf(framesOf('frames.ndjson').slice(0, 2)), 9)).toThrow(Unreadable)
  })
  test('that is an error has its code', () => {
    const error = { message: 'no', code: 10013 }
    expect(caught(() => spark.readAnswer({ header: { ...error, status: 2 } }))).toMatchObject({ error })
  })
})

function caught(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    return error
  }
}
