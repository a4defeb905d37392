import { expect, test } from 'bun:test'
import { readDisabledNote } from './disabled-reason.ts'

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
