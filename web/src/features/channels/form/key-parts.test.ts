import { expect, test } from 'bun:test'
import type { KeyPart } from '#contract/channel-types/channel-type.ts'
import { isWholeKey, joinKey, keysOfBatch, splitKey } from './key-parts.ts'

const part = (name: string): KeyPart => ({ name, label: { zh: name, en: name } })
const single = { parts: [part('key')], separator: '' }
const three = { parts: [part('id'), part('secret'), part('region')], separator: '|' }

test('a key of one part is never split', () => {
  expect(splitKey(single, 'sk-a|b')).toEqual(['sk-a|b'])
  expect(joinKey(single, ['sk-a|b'])).toBe('sk-a|b')
})

test('a joined key falls into its parts and back', () => {
  expect(splitKey(three, 'AK|SK|us-east-1')).toEqual(['AK', 'SK', 'us-east-1'])
  expect(joinKey(three, ['AK', 'SK', 'us-east-1'])).toBe('AK|SK|us-east-1')
  expect(splitKey(three, 'AK|SK|a|b')).toEqual(['AK', 'SK', 'a|b'])
  expect(splitKey(three, 'AK')).toEqual(['AK', '', ''])
})

test('an untouched key is empty, a partly filled one is not whole', () => {
  expect(joinKey(three, ['', '', ''])).toBe('')
  expect(isWholeKey(three, joinKey(three, ['AK', '', '']))).toBe(false)
  expect(isWholeKey(three, 'AK|SK|r')).toBe(true)
  expect(isWholeKey(single, '  ')).toBe(false)
  const spared = { ...three, parts: three.parts.with(1, { ...part('secret'), optional: true }) }
  expect(isWholeKey(spared, 'AK||region')).toBe(true)
  expect(isWholeKey(spared, 'AK|SK')).toBe(false)
})

test('a batch counts each key once', () => {
  expect(keysOfBatch(single, ' a \n\nb\r\na\n')).toEqual({ keys: ['a', 'b'], repeated: [4], malformed: [] })
  expect(keysOfBatch(single, '\n ')).toEqual({ keys: [], repeated: [], malformed: [] })
})

test('lines of a batch that are no key of their type are found; a JSON file has no lines', () => {
  const format = { ...three, shape: { pattern: '^[^|]+\\|[^|]+\\|[^|]+$', malformed: 'channel_key_spark' as const } }
  expect(keysOfBatch(format, 'a|b|c\nbad\n\nd|e|f\nd|e')).toMatchObject({ repeated: [], malformed: [2, 5] })
  expect(keysOfBatch(format, '{\n"a": {\n}\n}\n')).toMatchObject({ repeated: [], malformed: [] })
})
