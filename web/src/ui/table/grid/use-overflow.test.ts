import { expect, test } from 'bun:test'
import { isCut } from './use-overflow.ts'

test('a box counts as cut only while a part of it shows', () => {
  const cut = (left: number, right: number) => isCut({ left, right }, 100, 500)
  expect(cut(200, 300)).toBe(false)
  expect(cut(80, 160)).toBe(true)
  expect(cut(460, 540)).toBe(true)
  expect(cut(20, 100)).toBe(false)
  expect(cut(500, 580)).toBe(false)
})

test('half a pixel of rounding is not a cut', () => {
  expect(isCut({ left: 99.7, right: 500.3 }, 100, 500)).toBe(false)
})
