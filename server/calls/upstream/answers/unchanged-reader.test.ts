import { expect, test } from 'bun:test'
import { tokensUsed } from '#contract/prices/price.ts'
import { upstreamDialects } from '../../../formats/dialects/all.ts'
import { createUnchangedReader, UnchangedAnswerStream } from './unchanged-reader.ts'

const pass = (format: 'gemini' | 'anthropic') => new UnchangedAnswerStream(upstreamDialects[format].streamReader())
const candidate = (index: number, text: string, finishReason?: string) =>
  `data: ${JSON.stringify({ candidates: [{ index, content: { parts: [{ text }] }, ...(finishReason ? { finishReason } : {}) }] })}\r\n\r\n`
const event = (value: { type: string }) => `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`
const start = event({ type: 'message_start', message: { usage: { input_tokens: 7, output_tokens: 1 } } } as never)
const says = (text: string) => event({ type: 'content_block_delta', delta: { type: 'text_delta', text } } as never)
const END = { type: 'message_delta', delta: { stop_reason: 'end_turn' } }

test('of several answers each goes on when another has ended, and all must end', () => {
  const stream = pass('gemini')
  const push = (text: string) => stream.push(Buffer.from(text))?.toString()
  const [end0, more1, end1] = [candidate(0, 'b', 'STOP'), candidate(1, 'c'), candidate(1, 'd', 'STOP')]
  expect(push(candidate(0, 'a') + candidate(1, 'a'))).toBe(candidate(0, 'a') + candidate(1, 'a'))
  expect(push(end0)).toBe(end0)
  expect([push(more1), stream.isComplete]).toEqual([more1, false])
  expect([push(end1), stream.isComplete]).toEqual([undefined, true])
  expect(stream.tail.join('')).toBe(end1)
})

test('an answer that begins when the one before has ended lets its end go', () => {
  const stream = pass('gemini')
  const push = (text: string) => stream.push(Buffer.from(text))?.toString()
  expect(push(candidate(0, 'a', 'STOP'))).toBeUndefined()
  expect(push(candidate(1, 'b'))).toBe(candidate(0, 'a', 'STOP') + candidate(1, 'b'))
  expect([stream.tail, stream.isComplete]).toEqual([[], false])
})

test('a usage that comes before the first word, and never again, counts none of them', () => {
  const stream = pass('anthropic')
  stream.push(Buffer.from(start + says('word '.repeat(40)) + event(END)))
  expect([stream.usage, stream.isComplete, stream.usageIsEarly]).toEqual([tokensUsed(7, 1), true, true])
  stream.push(Buffer.from(event({ ...END, usage: { output_tokens: 50 } } as never)))
  expect([stream.usage, stream.usageIsEarly]).toEqual([tokensUsed(7, 50), false])
})

test('an end that other formats cannot say passes, and what it used is known', () => {
  const usageMetadata = { promptTokenCount: 4, thoughtsTokenCount: 9, totalTokenCount: 13 }
  const answer = { candidates: [{ index: 0, finishReason: 'MALFORMED_FUNCTION_CALL' }], usageMetadata }
  const stream = pass('gemini')
  stream.push(Buffer.from(`data: ${JSON.stringify(answer)}\r\n\r\n`))
  expect([stream.isComplete, stream.usage?.input, stream.usage?.output]).toEqual([true, 4, 9])
  const body = Buffer.from(JSON.stringify(answer))
  expect(createUnchangedReader({ answerCount: 1 }, 'gemini').whole(body)).toMatchObject({
    body,
    usage: { input: 4, output: 9 },
  })
})

test('a last event without its blank line is whole for whoever reads it', () => {
  const stream = pass('anthropic')
  stream.push(Buffer.from(start))
  expect(stream.push(Buffer.from(says('a').trimEnd()))).toBeUndefined()
  expect(stream.end()?.toString()).toBe(says('a'))
})
