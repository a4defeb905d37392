import { expect, test } from 'bun:test'
import { textOf } from './try-call.ts'

test.each([
  ['an answer', { choices: [{ message: { content: 'Hello' } }] }, 'Hello'],
  ['one that only calls a tool', { choices: [{ message: { content: null, tool_calls: [{}] } }] }, ''],
  ['no choice', { choices: [] }, undefined],
  ['another object', { object: 'list' }, undefined],
  ['null', null, undefined],
])('what %s says', (_, body, text) => expect(textOf(JSON.stringify(body))).toBe(text))

test('what is no JSON says nothing', () => expect(textOf('<html>')).toBeUndefined())
