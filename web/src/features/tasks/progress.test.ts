import { expect, test } from 'bun:test'
import { percentOf } from './progress.ts'

test.each([
  ['0%', 0],
  ['40%', 40],
  ['100%', 100],
  ['33.4%', 33],
  ['250%', 100],
  ['-3%', 0],
  ['', 0],
  ['soon', 0],
])('%p is %p percent', (text, percent) => expect(percentOf(text)).toBe(percent))
