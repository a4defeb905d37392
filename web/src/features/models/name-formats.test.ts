import { expect, test } from 'bun:test'
import { formatNames, NAME_FORMATS } from './name-formats.ts'

test('names are copied as lines, with commas, or as JSON', () => {
  expect(NAME_FORMATS.map((format) => formatNames(['a', 'b"c'], format))).toEqual(['a\nb"c', 'a,b"c', '["a","b\\"c"]'])
})
