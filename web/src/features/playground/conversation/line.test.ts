import { expect, test } from 'bun:test'
import type { Message } from './conversation.ts'
import { endOf, leadsTo, lineOf, versionsOf } from './line.ts'

const message = (id: string, parent: string | null): Message => ({
  id,
  parent,
  role: id.startsWith('q') ? 'user' : 'assistant',
  content: id,
  state: 'complete',
})
/** q1 has two answers; the second is followed by a question with two versions. */
const ALL = [
  message('q1', null),
  message('a1', 'q1'),
  message('a2', 'q1'),
  message('q2', 'a2'),
  message('a3', 'q2'),
  message('q3', 'a2'),
]
const ids = (messages: readonly Message[]) => messages.map(({ id }) => id)

test('a line leads from the first message to its head', () => {
  expect(ids(lineOf(ALL, 'a3'))).toEqual(['q1', 'a2', 'q2', 'a3'])
  expect(ids(lineOf(ALL, 'a1'))).toEqual(['q1', 'a1'])
  expect(lineOf(ALL, null)).toEqual([])
  expect(ids(lineOf([message('q1', 'q2'), message('q2', 'q1')], 'q1'))).toEqual(['q2', 'q1'])
})

test('versions follow the same message, and each goes on to the end of its newest line', () => {
  expect(ids(versionsOf(ALL, message('x', 'q1')))).toEqual(['a1', 'a2'])
  expect(ids(versionsOf(ALL, message('x', 'a2')))).toEqual(['q2', 'q3'])
  expect([endOf(ALL, 'q1'), endOf(ALL, 'q2'), endOf(ALL, 'a1')]).toEqual(['q3', 'a3', 'a1'])
})

test('a head leads to what was said behind it', () => {
  expect([leadsTo(ALL, 'a2', 'a3'), leadsTo(ALL, 'a1', 'a3'), leadsTo(ALL, null, 'a1')]).toEqual([true, false, true])
})
