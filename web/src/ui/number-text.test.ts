import { expect, test } from 'bun:test'
import { plainNumber, readNumber, showNumber, stepNumber } from './number-text.ts'

test('numbers are read as people write and paste them', () => {
  expect(plainNumber('1,234 567', {})).toBe('1234567')
  expect(plainNumber('１２．５', {})).toBe('12.5')
  expect(plainNumber('−3', {})).toBe('-3')
  expect(plainNumber('12a', {})).toBeNull()
  expect(plainNumber('1e5', {})).toBeNull()
})

test('a field without negative numbers takes no minus', () => {
  expect(plainNumber('-3', { min: 0 })).toBeNull()
  expect(plainNumber('-3', { min: -5 })).toBe('-3')
})

test('unfinished and empty texts are told apart', () => {
  expect(readNumber('', {})).toBeNull()
  expect(readNumber('-', {})).toBeUndefined()
  expect(readNumber('.5', {})).toBe(0.5)
})

test('values stay within their bounds', () => {
  expect(readNumber('500', { max: 100 })).toBe(100)
  expect(stepNumber(99, 10, { max: 100 })).toBe(100)
  expect(stepNumber(null, 10, { min: 1 })).toBe(1)
  expect(stepNumber(null, -1, { max: -5 })).toBe(-5)
})

test('steps of fractions leave no noise, and digits are never shortened', () => {
  expect(stepNumber(0.7, 0.1, {})).toBe(0.8)
  expect(showNumber(500_000_000_000_000)).toBe('500000000000000')
  expect(showNumber(0.000_001)).toBe('0.000001')
  expect(showNumber(null)).toBe('')
})
