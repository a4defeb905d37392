import { expect, test } from 'bun:test'
import type { FailedCall } from './failed-calls.ts'
import { createFailedCounts } from './failed-counts.ts'

const call = (columns: Partial<FailedCall>): FailedCall => ({
  ...{ id: 'a', at: 7201, user: 1, name: 'alice', token: 3, tokenName: 'app', channel: 7, model: 'o3', stream: false },
  ...{ seconds: 0, content: '', other: { end_reason: 'failed' } },
  ...columns,
})

test('what could not be written waits with what came meanwhile', () => {
  const counts = createFailedCounts(() => true)
  counts.add(call({}))
  const taken = counts.take()
  expect(counts.size()).toBe(0)
  counts.add(call({ at: 10_799 }))
  counts.add(call({ channel: 8 }))
  counts.restore(taken)
  expect(
    counts.take().map(({ channel_id, failed_count, created_at }) => [channel_id, failed_count, created_at]),
  ).toEqual([
    [7, 2, 7200],
    [8, 1, 7200],
  ])
  expect(taken[0]?.failed_count).toBe(1)
})

test('its memory is bounded: what is known counts on, what is new does not', () => {
  const counts = createFailedCounts(() => true, 2)
  for (const channel of [1, 2, 3, 1]) counts.add(call({ channel }))
  expect(counts.take().map(({ channel_id, failed_count }) => [channel_id, failed_count])).toEqual([
    [1, 2],
    [2, 1],
  ])
})
