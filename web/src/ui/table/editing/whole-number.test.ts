import { expect, test } from 'bun:test'
import { readWhole } from './whole-number.ts'

test('a whole number is read as it is meant', () => {
  const read = (text: string) => readWhole(text, -10, 1_000_000)
  expect(read('7')).toBe(7)
  expect(read(' 1,000 ')).toBe(1000)
  expect(read('１２')).toBe(12)
  expect(read('−3')).toBe(-3)
  expect(read('1000000')).toBe(1_000_000)
})

test('less than the least is the least', () => {
  expect(readWhole('-50', 0, 1_000_000)).toBe(0)
  expect(readWhole('-1000', -999, 1_000_000)).toBe(-999)
})

test('what is no whole number, or too large, is refused, never changed', () => {
  for (const text of ['99999999999', 'abc', '2.5', '1e3', '-', '', '5 apples', '0x10']) {
    expect(readWhole(text, 0, 1_000_000)).toBeNull()
  }
})
