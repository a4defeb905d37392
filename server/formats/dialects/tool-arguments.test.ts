import { describe, expect, test } from 'bun:test'
import type { JsonObject } from './conversation.ts'
import { StreamedArguments, toArgumentsObject, toArgumentsText } from './tool-arguments.ts'

test.each([
  ['a JSON text', '{"a":1}', '{"a":1}', { a: 1 }],
  ['an object', { a: 1 }, '{"a":1}', { a: 1 }],
  ['nothing', '', '{}', {}],
  ['no field', undefined, '{}', {}],
  ['null', null, '{}', {}],
  ['null as a text', 'null', '{}', {}],
  ['a text in a text', '"{\\"a\\":1}"', '{"a":1}', { a: 1 }],
  ['no JSON', '4 + 4', '4 + 4', { input: '4 + 4' }],
  ['a JSON text that is no object', '[1]', '[1]', { input: [1] }],
  ['a string', '"x"', '"x"', { input: 'x' }],
] as [string, unknown, string, JsonObject][])('arguments as %s are understood', (_, value, text, object) => {
  expect(toArgumentsText(value)).toBe(text)
  expect(toArgumentsObject(value)).toEqual(object)
})

describe('streamed arguments', () => {
  const streamed = (...pieces: unknown[]) => {
    const calls = new StreamedArguments(0)
    calls.begin(3)
    const events = [...pieces.flatMap((piece) => calls.add(3, piece)), ...calls.endAll(), ...calls.endAll()]
    return events.flatMap((event) => (event.kind === 'arguments' && event.index === 3 ? event.text : []))
  }

  test.each([
    ['pass as they come', ['{"a"', ':1}'], ['{"a"', ':1}']],
    ['wait for their first letter', ['', ' ', '{"a":1}'], [' {"a":1}']],
    ['are there, if the vendor sends none', [''], ['{}']],
    ['may be null', ['nu', 'll'], ['{}']],
    ['may be an object', [{ a: 1 }], ['{"a":1}']],
    ['may be encoded twice', ['"{\\"a', '\\":1}"'], ['{"a":1}']],
    ['come whole where they are no object', ['4 ', '+ 4'], ['4 + 4']],
  ] as [string, unknown[], string[]][])('%s', (_, pieces, texts) => {
    expect(streamed(...pieces)).toEqual(texts)
  })

  test('are counted as they come, and once', () => {
    const calls = new StreamedArguments(0)
    calls.begin(0)
    expect([...calls.add(0, '4 '), ...calls.add(0, '+ 4'), ...calls.end(0)]).toEqual([
      { kind: 'unseen', choice: 0, text: '4 ' },
      { kind: 'unseen', choice: 0, text: '+ 4' },
      { kind: 'arguments', choice: 0, index: 0, text: '4 + 4', isCounted: true },
    ])
  })

  test('of a call that never began are only counted', () => {
    expect(new StreamedArguments(0).add(1, '{}')).toEqual([{ kind: 'unseen', choice: 0, text: '{}' }])
  })
})
