import { describe, expect, test } from 'bun:test'
import { isBeyond, readNumber, showNumber, stepNumber } from './number-text.ts'

test('numbers are read as they are written', () => {
  expect(readNumber('12.5')).toBe(12.5)
  expect(readNumber(' 7 ')).toBe(7)
  expect(readNumber('１２．５')).toBe(12.5)
  expect(readNumber('−3')).toBe(-3)
  expect(readNumber('+3')).toBe(3)
  expect(readNumber('.5')).toBe(0.5)
  expect(readNumber('5.')).toBe(5)
  expect(readNumber('0.1234567')).toBe(0.1234567)
})

test('nothing is told apart from what is no number', () => {
  expect(readNumber('  ')).toBeNull()
  for (const text of ['-', '.', '12a', '1e6', '1.2.3', '--1', '0x10', 'NaN', 'Infinity']) {
    expect(readNumber(text)).toBeNaN()
  }
})

describe('separators', () => {
  test('groups of three are read where they can mean one thing only', () => {
    expect(readNumber('1,234,567')).toBe(1_234_567)
    expect(readNumber('1,234.5')).toBe(1234.5)
    expect(readNumber('1 234')).toBe(1234)
    expect(readNumber('1\u202f234\u202f567.25')).toBe(1_234_567.25)
    expect(readNumber('-1,234,567')).toBe(-1_234_567)
  })

  test('one comma may be a decimal one, unless the number is whole', () => {
    expect(readNumber('1,234')).toBeNaN()
    expect(readNumber('1,234', { whole: true })).toBe(1234)
    expect(readNumber('0,234', { whole: true })).toBeNaN()
  })

  test('a decimal comma and groups of other lengths are never dropped', () => {
    for (const text of ['7,5', '+1,5', '1,50', '12 34', '1,2345', ',5', '5,', '1.234,5', '1,234 567', '1234,567']) {
      expect(readNumber(text)).toBeNaN()
      expect(readNumber(text, { whole: true })).toBeNaN()
    }
  })
})

test('what is typed is never brought within bounds, steps are', () => {
  expect(stepNumber(99, 10, { max: 100 })).toBe(100)
  expect(stepNumber(150, 1, { max: 100 })).toBe(100)
  expect(stepNumber(150, -1, { max: 100 })).toBe(100)
  expect(stepNumber(-5, -1, { min: 0 })).toBe(0)
  expect(stepNumber(null, 10, { min: 1 })).toBe(1)
  expect(stepNumber(null, -1, { max: -5 })).toBe(-5)
  expect(stepNumber(Number.NaN, 1, { min: 0 })).toBe(0)
})

test('a number that loses digits lies beyond every bound', () => {
  expect(isBeyond(readNumber('12345678901234567890'), {})).toBe(true)
  expect(isBeyond(readNumber('-12345678901234567890'), {})).toBe(true)
  expect(isBeyond(9_007_199_254_740_991, {})).toBe(false)
  expect(isBeyond(null, {})).toBe(false)
})

test('steps of fractions leave no noise, and digits are never shortened', () => {
  expect(stepNumber(0.7, 0.1, {})).toBe(0.8)
  expect(showNumber(500_000_000_000_000)).toBe('500000000000000')
  expect(showNumber(0.000_000_1)).toBe('0.0000001')
  expect(showNumber(null)).toBe('')
})
