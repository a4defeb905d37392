import { expect, test } from 'bun:test'
import { Unreadable } from './dialect.ts'
import { fromBase64, inBase64, vectorsIn } from './embeddings.ts'

test('vectors stand in the order of their numbers', () => {
  const list = [
    { at: 1, vector: [2] },
    { at: 0, vector: [1] },
  ]
  expect(vectorsIn(list, 'vector', 'at')).toEqual([[1], [2]])
  expect(vectorsIn([{ vector: [1] }, { vector: [2] }], 'vector', 'at')).toEqual([[1], [2]])
  expect(vectorsIn([{ vector: inBase64([0.5, 2]) }], 'vector', 'at')).toEqual([[0.5, 2]])
  expect(() => vectorsIn([], 'vector', 'at')).toThrow(Unreadable)
  expect(() => vectorsIn([{ at: 0 }], 'vector', 'at')).toThrow(Unreadable)
})

test('base64 that holds no floats is none', () => {
  expect(fromBase64('AAA=')).toBeUndefined()
  expect(fromBase64('')).toBeUndefined()
})
