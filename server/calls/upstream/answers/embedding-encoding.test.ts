import { expect, test } from 'bun:test'
import { scanFields } from '../../../formats/body/scan-fields.ts'
import { toBase64Vector } from '../../../formats/dialects/embeddings.ts'
import { toRequestedEncoding } from './embedding-encoding.ts'

const VECTOR = [0.5, -1, 0.25]
const answerWith = (embedding: unknown) => ({
  object: 'list',
  data: [{ object: 'embedding', index: 0, embedding }],
  usage: { prompt_tokens: 3 },
})
const sent = (encoding?: string) => {
  const bytes = Buffer.from(JSON.stringify({ input: 'a', ...(encoding ? { encoding_format: encoding } : {}) }))
  return { bytes, fields: scanFields(bytes) }
}
const told = (given: unknown, encoding?: string, spaces = 0) => {
  const body = Buffer.from(JSON.stringify(answerWith(given), null, spaces))
  const answer = toRequestedEncoding(body, sent(encoding))
  return { isSame: answer === body, read: JSON.parse(answer.toString()) }
}

test.each([
  ['base64 as asked', toBase64Vector(VECTOR), 'base64'],
  ['floats as asked', VECTOR, 'float'],
  ['floats where nothing was asked', VECTOR, undefined],
])('%s pass byte for byte', (_, given, encoding) => {
  expect(told(given, encoding).isSame).toBe(true)
})

test.each([0, 2])('vectors come in the encoding that was asked for (%d blanks)', (spaces) => {
  expect(told(VECTOR, 'base64', spaces).read).toEqual(answerWith(toBase64Vector(VECTOR)))
  expect(told(toBase64Vector(VECTOR), 'float', spaces).read).toEqual(answerWith(VECTOR))
  expect(told(toBase64Vector(VECTOR), undefined, spaces).read).toEqual(answerWith(VECTOR))
})
