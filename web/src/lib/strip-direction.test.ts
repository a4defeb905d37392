import { expect, test } from 'bun:test'
import { stripDirection } from './strip-direction.ts'

test('marks of a direction, which turn nothing, stay', () => {
  expect(stripDirection('a\u200eb\u200f')).toBe('a\u200eb\u200f')
})
