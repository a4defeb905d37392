import { expect, test } from 'bun:test'
import { readDisabledReason } from './disabled-reason.ts'

test('the noted reason is read, and nothing else is', () => {
  const info = '{"status_reason":"invalid key","status_time":1700000000}'
  expect(readDisabledReason({ other_info: info })).toEqual({ reason: 'invalid key', at: 1_700_000_000 })
  expect(readDisabledReason({ other_info: '{"status_reason":"x"}' })).toEqual({ reason: 'x', at: 0 })
  for (const other_info of ['', 'null', '{}', '{', '[]']) expect(readDisabledReason({ other_info })).toBeNull()
})
