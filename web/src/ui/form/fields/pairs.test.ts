import { expect, test } from 'bun:test'
import { jsonOfPairs, pairsOf, repeatedNames } from './pairs.ts'

test('a JSON object of texts and numbers is a table, and back', () => {
  const pairs = pairsOf('{"gpt-4o": "azure-4o", "400": 500}')
  expect(pairs).toEqual([
    ['400', '500'],
    ['gpt-4o', 'azure-4o'],
  ])
  expect(JSON.parse(jsonOfPairs(pairs!))).toEqual({ 'gpt-4o': 'azure-4o', 400: '500' })
})

test('no lines are an empty text', () => {
  expect(pairsOf('  ')).toEqual([])
  expect(pairsOf('{}')).toEqual([])
  expect(jsonOfPairs([['  ', 'x']])).toBe('')
})

test('what a table cannot show is refused', () => {
  for (const json of ['{', '[1]', 'null', '"a"', '{"a":{}}', '{"a":null}']) expect(pairsOf(json)).toBeNull()
})

test('names are trimmed, and repeated ones are found', () => {
  expect(jsonOfPairs([[' a ', ' b ']])).toBe('{\n  "a": "b"\n}')
  expect([
    ...repeatedNames([
      ['a', '1'],
      ['b', '2'],
      [' a', '3'],
      ['', ''],
      ['', ''],
    ]),
  ]).toEqual(['a'])
})
