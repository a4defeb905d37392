import { expect, test } from 'bun:test'
import { hasTooManyValues, MAX_VALUES } from './too-many-values.ts'

const list = (count: number, item: string) => `{"a":[${Array(count).fill(item).join(',')}]}`

test.each(['[]', '{}', '1', '""', '{"k":1}', '"\\",,,["', '[[]]'])('many %s are too many, half of them not', (item) => {
  expect(hasTooManyValues(Buffer.from(list(MAX_VALUES + 10, item)))).toBe(true)
  expect(hasTooManyValues(Buffer.from(list(Math.floor(MAX_VALUES / 4), item)))).toBe(false)
})

test('what stands in texts does not count, however long they are', () => {
  const text = Buffer.alloc(3 * MAX_VALUES, '[{,\\"').toString()
  expect(hasTooManyValues(Buffer.from(JSON.stringify({ text, more: [text] })))).toBe(false)
})

test('a part is looked at by itself', () => {
  const bytes = Buffer.from(`${list(MAX_VALUES, '1')}{"b":[1,2]}`)
  expect(hasTooManyValues(bytes)).toBe(true)
  expect(hasTooManyValues(bytes, bytes.length - 11)).toBe(false)
})
