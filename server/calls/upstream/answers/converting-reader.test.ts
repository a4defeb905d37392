import { expect, test } from 'bun:test'
import { gemini } from '../../../formats/dialects/gemini/dialect.ts'
import { openai } from '../../../formats/dialects/openai/dialect.ts'
import { ConvertedAnswerStream } from './converting-reader.ts'

const chunk = (parts: object[], rest = {}) =>
  `data: ${JSON.stringify({ candidates: [{ content: { parts }, ...rest }], usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2 } })}\r\n\r\n`
const STREAM = Buffer.from(
  chunk([{ text: '你好，' }]) +
    ': nothing\r\n\r\n' +
    chunk([{ functionCall: { name: 'f', args: { a: '"é\\' } }, thoughtSignature: 's' }]) +
    chunk([{ text: '' }], { finishReason: 'STOP' }),
)

function converted(...pieces: Buffer[]): string {
  const facts = { id: 'id', model: 'm', created: 1, usageWanted: true, inputTokens: 1 }
  const stream = new ConvertedAnswerStream(gemini.streamReader('c'), openai.streamWriter(facts), facts)
  const written = [...pieces.map((piece) => stream.push(Buffer.from(piece))), stream.end(), ...stream.tail]
  return Buffer.concat(written.filter((part) => part !== undefined)).toString()
}

test('a stream says the same wherever the network cuts it', () => {
  const whole = converted(STREAM)
  expect(whole).toContain('你好，')
  expect(whole).toContain('"finish_reason":"tool_calls"')
  expect(whole).toEndWith('data: [DONE]\n\n')
  for (let at = 1; at < STREAM.length; at++) {
    expect(converted(STREAM.subarray(0, at), STREAM.subarray(at))).toBe(whole)
  }
  expect(converted(...[...STREAM].map((byte) => Buffer.from([byte])))).toBe(whole)
})
