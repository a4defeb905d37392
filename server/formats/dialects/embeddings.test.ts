import { expect, test } from 'bun:test'
import { Unreadable } from './dialect.ts'
import { readBase64Vector, readVectors, toBase64Vector } from './embeddings.ts'
import { contentEmbeddings } from './gemini/embeddings.ts'

test('vectors stand in the order of their numbers', () => {
  const list = [
    { at: 1, vector: [2] },
    { at: 0, vector: [1] },
  ]
  expect(readVectors(list, 'vector', 'at')).toEqual([[1], [2]])
  expect(readVectors([{ vector: [1] }, { vector: [2] }], 'vector', 'at')).toEqual([[1], [2]])
  expect(readVectors([{ vector: toBase64Vector([0.5, 2]) }], 'vector', 'at')).toEqual([[0.5, 2]])
  expect(() => readVectors([], 'vector', 'at')).toThrow(Unreadable)
  expect(() => readVectors([{ at: 0 }], 'vector', 'at')).toThrow(Unreadable)
})

test('base64 that holds no floats is none', () => {
  expect(readBase64Vector('AAA=')).toBeUndefined()
  expect(readBase64Vector('')).toBeUndefined()
})

test('an answer of Gemini is read with a list of embeddings or with a single embedding', () => {
  const usageMetadata = { promptTokenCount: 3 }
  const read = (answer: object) => contentEmbeddings.readAnswer({ ...answer, usageMetadata }).vectors
  expect(read({ embeddings: [{ values: [1] }, { values: [2] }] })).toEqual([[1], [2]])
  expect(read({ embedding: { values: [1, 2] } })).toEqual([[1, 2]])
  expect(() => read({})).toThrow(Unreadable)
})
