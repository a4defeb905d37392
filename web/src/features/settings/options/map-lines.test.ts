import { describe, expect, test } from 'bun:test'
import { options } from '#contract/options.ts'
import { checkLines, isMapKind, linesOf, mergeLines, readPasted, textOf } from './map-lines.ts'

const line = (name: string, value: string) => ({ name, value })

test('the default of every table can be shown and written back', () => {
  for (const spec of Object.values(options)) {
    if (!isMapKind(spec.kind)) continue
    const lines = linesOf(spec.kind, spec.default)
    expect(JSON.parse(textOf(spec.kind, lines!))).toEqual(JSON.parse(spec.default))
  }
})

test('JSON of another shape is no table', () => {
  expect(linesOf('ratio-map', '{')).toBeNull()
  expect(linesOf('ratio-map', '[]')).toBeNull()
  expect(linesOf('ratio-map', '{"a":"1"}')).toBeNull()
  expect(linesOf('label-map', '{"a":1}')).toBeNull()
  expect(linesOf('chats', '[{"a":"b","c":"d"}]')).toBeNull()
  expect(linesOf('chats', '{}')).toBeNull()
  expect(linesOf('ratio-map', '')).toEqual([])
})

test('empty lines do not count, and blanks around names and values neither', () => {
  expect(textOf('ratio-map', [line(' a ', ' 2.50 '), line('', ' ')])).toBe('{"a":2.5}')
  expect(textOf('chats', [line('a', 'https://a'), line('a', 'https://b')])).toBe(
    '[{"a":"https://a"},{"a":"https://b"}]',
  )
})

describe('problems of lines', () => {
  const problems = (...rows: [string, string][]) => [
    ...checkLines(
      rows.map(([name, value]) => line(name, value)),
      { kind: 'ratio-map', max: 10 },
    ),
  ]

  test('are told by line', () => {
    const rows: [string, string][] = [
      ['a', '1'],
      ['', ''],
      ['', '1'],
      ['b', ''],
      ['c', 'x'],
      ['d', '-1'],
      ['e', '11'],
    ]
    expect(problems(...rows)).toEqual([
      [2, 'nameMissing'],
      [3, 'valueMissing'],
      [4, 'notNumber'],
      [5, 'notNumber'],
      [6, 'tooLarge'],
    ])
  })

  test('a repeated name is wrong in a map, not in the list of chat clients', () => {
    expect(problems(['a', '1'], [' a', '2'])).toEqual([[1, 'repeated']])
    expect(checkLines([line('a', 'x'), line('a', 'y')], { kind: 'chats' }).size).toBe(0)
  })

  test('a group has no comma; a description may be empty', () => {
    const rules = { kind: 'label-map', groups: true } as const
    expect([...checkLines([line('a,b', 'x'), line('c', '')], rules)]).toEqual([[0, 'comma']])
  })
})

describe('pasted text', () => {
  test('is read with any usual separator', () => {
    const text = 'gpt-4o\t1.25\ngpt-5 = 2\n"o3": 1,\nmodel:free, 0\nft:gpt-4o:org 3\n\nnonsense'
    expect(readPasted('ratio-map', text)).toEqual({
      lines: [
        line('gpt-4o', '1.25'),
        line('gpt-5', '2'),
        line('o3', '1'),
        line('model:free', '0'),
        line('ft:gpt-4o:org', '3'),
      ],
      unread: 1,
    })
  })

  test('may be the JSON of such an option', () => {
    expect(readPasted('ratio-map', ' {"a": 1, "b": 0.5}')).toEqual({
      lines: [line('a', '1'), line('b', '0.5')],
      unread: 0,
    })
    expect(readPasted('chats', '[{"A":"https://a.example/{key}"}]').lines).toEqual([
      line('A', 'https://a.example/{key}'),
    ])
  })

  test('of texts keeps the colons of addresses', () => {
    expect(readPasted('chats', 'App = https://a.example/?k={key}').lines).toEqual([
      line('App', 'https://a.example/?k={key}'),
    ])
    expect(readPasted('label-map', 'vip: VIP group').lines).toEqual([line('vip', 'VIP group')])
  })

  test('changes what is known and adds the rest', () => {
    const merged = mergeLines([line('a', '1'), line('b', '2')], [line('b', '3'), line('c', '4'), line('a', '1')])
    expect(merged).toEqual({ lines: [line('a', '1'), line('b', '3'), line('c', '4')], added: 1, changed: 1 })
  })
})
