import { expect, test } from 'bun:test'
import { isCrowded, MOST_VALUES } from './too-many-values.ts'

const list = (count: number, item: string) => `{"a":[${Array(count).fill(item).join(',')}]}`

test.each(['[]', '{}', '1', '""', '{"k":1}', '"\\",,,["', '[[]]'])('many %s are too many, half of them not', (item) => {
  expect(isCrowded(Buffer.from(list(MOST_VALUES + 10, item)))).toBe(true)
  expect(isCrowded(Buffer.from(list(Math.floor(MOST_VALUES / 4), item)))).toBe(false)
})

test('what stands in texts does not count, however long they are', () => {
  const text = Buffer.alloc(3 * MOST_VALUES, '[{,\\"').toString()
  expect(isCrowded(Buffer.from(JSON.stringify({ text, more: [text] })))).toBe(false)
})

test('a part is looked at by itself', () => {
  const bytes = Buffer.from(`${list(MOST_VALUES, '1')}{"b":[1,2]}`)
  expect(isCrowded(bytes)).toBe(true)
  expect(isCrowded(bytes, bytes.length - 11)).toBe(false)
})
