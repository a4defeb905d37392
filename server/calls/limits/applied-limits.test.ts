import { expect, test } from 'bun:test'
import { createLimitFinder } from './applied-limits.ts'

test.each([
  [{ rpm: 5 }, 9, 5],
  [{ rpm: 9 }, 5, 5],
  [{ rpm: 9 }, undefined, 9],
  [{ tpm: 7 }, 5, 5],
])('of the two places of the calls of a group, %j and %p, the smaller counts', (limits, calls, rpm) => {
  const GroupCallsPerMinute: Record<string, number> = calls === undefined ? {} : { vip: calls }
  const finder = createLimitFinder({ values: { GroupLimits: { vip: limits }, ModelLimits: {}, GroupCallsPerMinute } })
  expect(finder.ofGroup('vip')).toEqual({ ...limits, rpm })
})
