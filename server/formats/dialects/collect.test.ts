import { expect, test } from 'bun:test'
import { tokensUsed } from '#contract/prices/price.ts'
import { collectAnswer } from './collect.ts'
import type { ChatEvent } from './conversation.ts'
import { Unreadable } from './dialect.ts'
import { vendorState } from './vendor-state.ts'

const finish: ChatEvent = { kind: 'finish', choice: 0, reason: 'stop' }

test('pieces of one kind become one part, in the order in which they came', () => {
  const events: ChatEvent[] = [
    { kind: 'usage', usage: tokensUsed(1, 1) },
    { kind: 'reasoning', choice: 0, text: 'h' },
    { kind: 'reasoning', choice: 0, text: 'm' },
    { kind: 'state', choice: 0, state: vendorState('anthropic', 'signature', 'proof') },
    { kind: 'state', choice: 0, state: vendorState('anthropic', 'redacted', 'hidden') },
    { kind: 'text', choice: 0, text: 'a' },
    { kind: 'text', choice: 0, text: 'b' },
    { kind: 'image', choice: 0, source: { mediaType: 'image/png', data: 'AAAA' } },
    { kind: 'text', choice: 0, text: 'c' },
    finish,
    { kind: 'usage', usage: tokensUsed(1, 7) },
  ]
  expect(collectAnswer(events)).toEqual({
    choices: [
      {
        parts: [
          { kind: 'reasoning', text: 'hm', state: vendorState('anthropic', 'signature', 'proof') },
          { kind: 'reasoning', text: '', state: vendorState('anthropic', 'redacted', 'hidden') },
          { kind: 'text', text: 'ab' },
          { kind: 'image', source: { mediaType: 'image/png', data: 'AAAA' } },
          { kind: 'text', text: 'c' },
        ],
        finish: 'stop',
      },
    ],
    usage: tokensUsed(1, 7),
  })
})

test('tool calls keep their arguments apart, and choices their numbers', () => {
  const events: ChatEvent[] = [
    { kind: 'text', choice: 1, text: 'second' },
    { kind: 'tool_call', choice: 0, index: 0, id: 'a', name: 'one' },
    { kind: 'tool_call', choice: 0, index: 1, id: 'b', name: 'two', state: vendorState('gemini', 'call', 's') },
    { kind: 'arguments', choice: 0, index: 0, text: '{"x"' },
    { kind: 'arguments', choice: 0, index: 1, text: '{}' },
    { kind: 'arguments', choice: 0, index: 0, text: ':1}' },
    { kind: 'finish', choice: 1, reason: 'length' },
    { kind: 'finish', choice: 0, reason: 'tool_calls' },
  ]
  expect(collectAnswer(events)).toEqual({
    choices: [
      {
        parts: [
          { kind: 'tool_call', id: 'a', name: 'one', arguments: '{"x":1}' },
          { kind: 'tool_call', id: 'b', name: 'two', arguments: '{}', state: vendorState('gemini', 'call', 's') },
        ],
        finish: 'tool_calls',
      },
      { parts: [{ kind: 'text', text: 'second' }], finish: 'length' },
    ],
    usage: undefined,
  })
})

test('an answer may be empty, but it must be complete', () => {
  expect(collectAnswer([finish])).toEqual({ choices: [{ parts: [], finish: 'stop' }], usage: undefined })
  expect(() => collectAnswer([])).toThrow(Unreadable)
  expect(() => collectAnswer([{ kind: 'text', choice: 0, text: 'half' }])).toThrow(Unreadable)
})

test("the vendor's own reason of an end stays with its choice", () => {
  const events: ChatEvent[] = [
    { kind: 'text', choice: 0, text: 'a' },
    { kind: 'finish', choice: 0, reason: 'content_filter', vendorReason: 'SAFETY' },
    { kind: 'text', choice: 1, text: 'b' },
    { kind: 'finish', choice: 1, reason: 'stop', stopSequence: 'END' },
  ]
  const ends = collectAnswer(events).choices.map(({ parts: _parts, ...end }) => end)
  expect(ends).toEqual([
    { finish: 'content_filter', vendorReason: 'SAFETY' },
    { finish: 'stop', stopSequence: 'END' },
  ])
})
