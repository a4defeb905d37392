import { expect, test } from 'bun:test'
import { badLines, lineRange } from './lines.ts'

const isDigits = (line: string) => /^\d+$/.test(line.trim())

test('numbers the refused lines and skips empty ones', () => {
  expect(badLines('1\n\nx\n 2 \ny', isDigits)).toEqual([3, 5])
  expect(badLines('', isDigits)).toEqual([])
})

test('the range of a line selects exactly that line', () => {
  const text = 'one\n\nthree'
  expect(text.slice(...lineRange(text, 1))).toBe('one')
  expect(text.slice(...lineRange(text, 2))).toBe('')
  expect(text.slice(...lineRange(text, 3))).toBe('three')
  expect(lineRange(text, 9)[0]).toBeGreaterThanOrEqual(text.length)
})
