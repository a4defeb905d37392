import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tokensUsed } from '#contract/prices/price.ts'
import { asked, assistant, call, image, readCut, result, user } from '#test/harness/streams.ts'
import type { ChatRequest } from '../conversation.ts'
import { Refused, Unwritable } from '../dialect.ts'
import { chatglm } from './dialect.ts'
import { reframeZhipuEvents } from './reframe-events.ts'

const fixture = (name: string) => readFileSync(join(import.meta.dir, '../fixtures/zhipu-v3', name))
const json = (name: string) => JSON.parse(fixture(name).toString('utf8'))
const write = (fields: Partial<ChatRequest> = {}) => chatglm.writeRequest(asked(fields), 'chatglm_turbo')
const hello = { role: 'user', content: '你好' }
const tool = { name: 'weather', parameters: { type: 'object' } }

describe('a request', () => {
  test.each<[string, Partial<ChatRequest>, object]>([
    ['a text', {}, { prompt: [hello] }],
    [
      'instructions, as a turn of the user',
      { system: [{ kind: 'text', text: 'Be brief.' }] },
      { prompt: [{ role: 'user', content: 'Be brief.' }, { role: 'assistant', content: 'Okay' }, hello] },
    ],
    ['a stream', { stream: true }, { prompt: [hello], incremental: true }],
    ['sampling, within its limits', { temperature: 0, topP: 1 }, { prompt: [hello], temperature: 0.01, top_p: 0.99 }],
    ['tools that must not be called', { tools: [tool], toolChoice: 'none' }, { prompt: [hello] }],
    [
      'a conversation with tools, in words',
      { turns: [user('x'), assistant(call('1', 'weather')), user(result('1', 'sunny'))] },
      {
        prompt: [
          { role: 'user', content: 'x' },
          { role: 'assistant', content: '[Called the tool weather with {"city":"北京"}]' },
          { role: 'user', content: '[The tool 1 answered: sunny]' },
        ],
      },
    ],
  ])('%s', (_, fields, expected) => {
    expect(write(fields)).toEqual(expected)
  })
  test('with tools or images cannot be written', () => {
    expect(() => write({ tools: [tool] })).toThrow(Unwritable)
    expect(() => write({ turns: [user(image)] })).toThrow(Unwritable)
  })
})

describe('an answer', () => {
  test('whose text is a JSON string', () => {
    expect(chatglm.readAnswer(json('invoke-ok.json'))).toEqual({
      choices: [{ parts: [{ kind: 'text', text: ' 你好！' }], finish: 'stop' }],
      usage: tokensUsed(4, 3),
    })
  })
  test.each([
    ['plain', 'plain'],
    ['"a \\"b\\"\\n"', 'a "b"\n'],
    ['"half', '"half'],
    ['"not " json"', 'not " json'],
  ])('whose text is %s', (content, text) => {
    const answer = chatglm.readAnswer({ success: true, data: { choices: [{ content }] } })
    expect(answer.choices[0]?.parts).toEqual([{ kind: 'text', text }])
  })
  test('that is an error has its code', () => {
    expect(refusal({ success: false, code: 1002, msg: 'no' })).toMatchObject({ error: { message: 'no', code: 1002 } })
  })
})

describe('a stream', () => {
  test.each([1, 2, 3, 5, 1000])('cut into parts of %d bytes', (size) => {
    expect(readCut(chatglm, fixture('sse-invoke.sse'), size, reframeZhipuEvents())).toEqual({
      choices: [{ parts: [{ kind: 'text', text: '你好：\n第一行\n第二行' }], finish: 'stop' }],
      usage: tokensUsed(4, 9),
    })
  })
  const read = (text: string) => readCut(chatglm, Buffer.from(text), 4, reframeZhipuEvents())
  test('keeps the spaces between words, and carriage returns are line ends', () => {
    const answer = read('event:add\r\ndata:two\r\n\r\nevent:add\r\ndata: words\r\n\r\nevent:finish\r\ndata:\r\n\r\n')
    expect(answer.choices[0]?.parts).toEqual([{ kind: 'text', text: 'two words' }])
  })
  test('that was interrupted by the filter', () => {
    const answer = read('event:add\ndata:a\n\nevent:interrupted\ndata:敏感\n\n')
    expect(answer.choices).toEqual([{ parts: [{ kind: 'text', text: 'a' }], finish: 'content_filter' }])
  })
  test('that went wrong, in JSON or in words', () => {
    expect(() => read('event:add\ndata:a\n\nevent:error\ndata:{"code":1302,"msg":"slow"}\n\n')).toThrow('slow')
    expect(() => read('event:error\ndata:broken\n\n')).toThrow('broken')
  })
  test('whose last blank line is missing', () => {
    expect(read('event:add\ndata:a\n\nevent:finish\ndata:\nmeta:{}').choices[0]?.finish).toBe('stop')
  })
})

function refusal(answer: object): Refused | undefined {
  try {
    chatglm.readAnswer(answer)
    return undefined
  } catch (error) {
    return error instanceof Refused ? error : undefined
  }
}

test('an event without an end is not kept for ever', () => {
  const reframer = reframeZhipuEvents()
  const part = Buffer.from(`data:${'x'.repeat(1024 * 1024)}\n`)
  const push = () => {
    for (let count = 0; count < 32; count++) reframer.push(part)
  }
  expect(push).toThrow('too long')
})
