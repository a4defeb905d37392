import { expect, test } from 'bun:test'
import { detectShape } from './detect-shape.ts'

test.each([
  ['{"a":1}', 'json'],
  ['\r\n [{}]', 'json'],
  ['\uFEFF{}', 'json'],
  ['data: {}\n\n', 'events'],
  ['event: message_start\n', 'events'],
  [': waiting\n\n', 'events'],
  ['retry: 10\n', 'events'],
  ['<html>', 'other'],
  ['database', 'other'],
  ['', undefined],
  ['\n\n', undefined],
  [' '.repeat(2000), undefined],
  [`${'\n'.repeat(2000)}{}`, 'json'],
  ['retry: 1', 'events'],
] as const)('%j is %p', (text, shape) => {
  expect(detectShape(Buffer.from(text))).toBe(shape)
})
