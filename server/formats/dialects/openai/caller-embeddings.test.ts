import { describe, expect, test } from 'bun:test'
import { tokensUsed } from '#contract/prices/price.ts'
import { BadRequest, Unwritable } from '../dialect.ts'
import { openaiCallerEmbeddings } from './caller-embeddings.ts'

const { readRequest, writeAnswer } = openaiCallerEmbeddings

describe('a request', () => {
  test.each<[object, object]>([
    [{ input: 'a' }, { texts: ['a'], encoding: 'float' }],
    [
      { input: ['a', 'b'], encoding_format: 'base64', dimensions: 8, user: 'u' },
      { texts: ['a', 'b'], encoding: 'base64', dimensions: 8, user: 'u' },
    ],
  ])('%j', (request, read) => {
    expect(readRequest(request)).toEqual(read as never)
  })
  test.each<[object, new (...parts: never[]) => Error]>([
    [{ input: [1, 2] }, Unwritable],
    [{ input: [[1], [2]] }, Unwritable],
    [{ input: [] }, BadRequest],
    [{ input: { text: 'a' } }, BadRequest],
    [{}, BadRequest],
  ])('%j is refused', (request, kind) => {
    expect(() => readRequest(request)).toThrow(kind)
  })
})

test('an answer, as numbers and in base64', () => {
  const answer = { vectors: [[0.5, -1]], usage: tokensUsed(3, 0) }
  expect(writeAnswer(answer, { id: 'x', model: 'm', encoding: 'float', inputTokens: 9 })).toEqual({
    object: 'list',
    data: [{ object: 'embedding', index: 0, embedding: [0.5, -1] }],
    model: 'm',
    usage: { prompt_tokens: 3, total_tokens: 3 },
  })
  const floats = Buffer.alloc(8)
  floats.writeFloatLE(0.5, 0)
  floats.writeFloatLE(-1, 4)
  expect(writeAnswer(answer, { id: 'x', model: 'm', encoding: 'base64', inputTokens: 9 })).toMatchObject({
    data: [{ embedding: floats.toString('base64') }],
  })
})

test('an answer that tells no usage is told with the estimate that is billed', () => {
  const written = writeAnswer(
    { vectors: [[1]], usage: undefined },
    { id: 'x', model: 'm', encoding: 'float', inputTokens: 9 },
  )
  expect(written).toMatchObject({ usage: { prompt_tokens: 9, total_tokens: 9 } })
})
