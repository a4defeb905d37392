import { expect, test } from 'bun:test'
import { hashColour } from './tag-colour.ts'

test('the colour of a text is its character sum among the fifteen colours', () => {
  expect(hashColour('')).toBe('amber')
  expect(hashColour('a')).toBe('lime')
  expect(hashColour('default')).toBe(hashColour('tluafed'))
})
