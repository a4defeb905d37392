import { expect, test } from 'bun:test'
import { type PartHour, withoutParts } from './others.ts'

const hour = (by_id: number | null, created_at: number, quota: number, count = 1): PartHour => {
  const none = { token_used: 0, prompt_tokens: 0, completion_tokens: 0, cached_tokens: 0, failed_count: 0 }
  return { ...none, by_id, created_at, quota, count }
}

test('what parts leave of an hour is that of others; hours in which nothing is left are left out', () => {
  const all = [hour(null, 0, 10, 5), hour(null, 3600, 7, 2), hour(null, 7200, 3, 1)]
  const parts = [hour(1, 0, 4, 2), hour(2, 0, 1, 1), hour(1, 3600, 7, 2)]
  expect(withoutParts(all, parts)).toEqual([hour(null, 0, 5, 2), hour(null, 7200, 3, 1)])
})

test('a refund between both reads leaves nothing rather than less', () => {
  expect(withoutParts([hour(null, 0, 8, 2)], [hour(1, 0, 10, 1)])).toEqual([hour(null, 0, 0, 1)])
})
