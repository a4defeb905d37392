import { expect, test } from 'bun:test'
import { readDisabledNote, stateOfChannel } from './disabled-reason.ts'

test('the noted reason is read, and nothing else is', () => {
  const info = '{"status_reason":"invalid key","status_time":1700000000}'
  expect(readDisabledNote({ other_info: info })).toEqual({
    reason: 'invalid key',
    at: 1_700_000_000,
    rule: undefined,
    samples: [],
  })
  expect(readDisabledNote({ other_info: '{"status_reason":"x"}' })).toEqual({
    reason: 'x',
    at: 0,
    rule: undefined,
    samples: [],
  })
  for (const other_info of ['', 'null', '{}', '{', '[]']) expect(readDisabledNote({ other_info })).toBeNull()
})

test('a note has the rule that it knows, and the failures before it', () => {
  const sample = { at: 1, model: 'm', kind: 'key', status: 401, message: 'no', request_id: 'r' }
  const note = { status_reason: 'x', status_time: 5, rule: 'status', samples: [sample] }
  expect(readDisabledNote({ other_info: JSON.stringify(note) })).toMatchObject({ rule: 'key', samples: [sample] })
  expect(readDisabledNote({ other_info: JSON.stringify({ ...note, rule: 'money' }) })?.rule).toBe('money')
  expect(readDisabledNote({ other_info: JSON.stringify({ ...note, rule: 'luck' }) })?.rule).toBeUndefined()
})

test('who or what stopped a channel is told by its status, its note and its keys', () => {
  const note = (rule: string) => JSON.stringify({ status_reason: 'x', rule })
  const keys = (ready: number, cooling: number) => ({ total: 2, ready, cooling, stopped: 0, disabled: 0 })
  const state = (status: number, other_info = '', key_counts: ReturnType<typeof keys> | null = null) =>
    stateOfChannel({ status, other_info, key_counts })
  expect([state(1), state(2), state(3), state(0)]).toEqual(['enabled', 'disabled', 'autoDisabled', 'unknown'])
  expect(['key', 'slow', 'money', 'balance'].map((rule) => state(3, note(rule)))).toEqual([
    'autoDisabled',
    'autoDisabled',
    'noMoney',
    'noMoney',
  ])
  expect([state(2, note('money')), state(1, note('money'))]).toEqual(['disabled', 'enabled'])
  expect([state(1, '', keys(0, 2)), state(1, '', keys(1, 1)), state(2, '', keys(0, 2))]).toEqual([
    'paused',
    'enabled',
    'disabled',
  ])
})
