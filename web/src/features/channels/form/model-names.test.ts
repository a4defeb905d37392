import { expect, test } from 'bun:test'
import { addNames, sameNames } from './model-names.ts'

test('names are taken from commas of both scripts and from lines', () => {
  expect(addNames([], ' a, b，c\n\nd ,')).toEqual({ all: ['a', 'b', 'c', 'd'], added: 4, skipped: 0 })
})

test('names that are there already are skipped and counted, the order stays', () => {
  expect(addNames(['b', 'a'], 'a,c,c')).toEqual({ all: ['b', 'a', 'c'], added: 1, skipped: 2 })
  expect(addNames(['a'], ' ')).toEqual({ all: ['a'], added: 0, skipped: 0 })
})

test('lists are the same in any order', () => {
  expect(sameNames(['a', 'b'], ['b', 'a'])).toBe(true)
  expect(sameNames([], [])).toBe(true)
  expect(sameNames(['a', 'b'], ['a', 'c'])).toBe(false)
  expect(sameNames(['a'], ['a', 'b'])).toBe(false)
})
