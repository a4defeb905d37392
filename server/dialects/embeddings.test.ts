import { describe, expect, test } from 'bun:test'
import { tokensUsed } from '#contract/price.ts'
import { BadRequest, Unreadable, Unwritable } from './dialect.ts'
import { readEmbeddings, vectorsIn, writeEmbeddings } from './embeddings.ts'

describe('a request', () => {
  test.each<[object, object]>([
    [{ input: 'a' }, { texts: ['a'], encoding: 'float' }],
    [
      { input: ['a', 'b'], encoding_format: 'base64', dimensions: 8, user: 'u' },
      { texts: ['a', 'b'], encoding: 'base64', dimensions: 8, user: 'u' },
    ],
  ])('%j', (request, read) => {
    expect(readEmbeddings(request)).toEqual(read as never)
  })
  test.each<[object, new (...parts: never[]) => Error]>([
    [{ input: [1, 2] }, Unwritable],
    [{ input: [[1], [2]] }, Unwritable],
    [{ input: [] }, BadRequest],
    [{ input: { text: 'a' } }, BadRequest],
    [{}, BadRequest],
  ])('%j is refused', (request, kind) => {
    expect(() => readEmbeddings(request)).toThrow(kind)
  })
})

test('an answer, as numbers and in base64', () => {
  const answer = { vectors: [[0.5, -1]], usage: tokensUsed(3, 0) }
  expect(writeEmbeddings(answer, { model: 'm', encoding: 'float', inputTokens: 9 })).toEqual({
    object: 'list',
    data: [{ object: 'embedding', index: 0, embedding: [0.5, -1] }],
    model: 'm',
    usage: { prompt_tokens: 3, total_tokens: 3 },
  })
  const [entry] = writeEmbeddings(answer, { model: 'm', encoding: 'base64', inputTokens: 9 }).data
  const bytes = Buffer.from(String(entry?.embedding), 'base64')
  expect([bytes.readFloatLE(0), bytes.readFloatLE(4)]).toEqual([0.5, -1])
})

test('an answer that tells no usage is told with the estimate that is billed', () => {
  const written = writeEmbeddings(
    { vectors: [[1]], usage: undefined },
    { model: 'm', encoding: 'float', inputTokens: 9 },
  )
  expect(written.usage).toEqual({ prompt_tokens: 9, total_tokens: 9 })
})

test('vectors stand in the order of their numbers', () => {
  const list = [
    { at: 1, vector: [2] },
    { at: 0, vector: [1] },
  ]
  expect(vectorsIn(list, 'vector', 'at')).toEqual([[1], [2]])
  expect(vectorsIn([{ vector: [1] }, { vector: [2] }], 'vector', 'at')).toEqual([[1], [2]])
  expect(() => vectorsIn([], 'vector', 'at')).toThrow(Unreadable)
  expect(() => vectorsIn([{ at: 0 }], 'vector', 'at')).toThrow(Unreadable)
})
