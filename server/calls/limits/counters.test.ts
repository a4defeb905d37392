import { expect, test } from 'bun:test'
import type { Sharing } from '../../platform/meters/permit-source.ts'
import type { Store } from '../../platform/store/database.ts'
import { Admission } from './admission.ts'
import type { AppliedLimits } from './applied-limits.ts'
import { createCalendar } from './calendar.ts'
import { Counters } from './counters.ts'

const TOKENS = 100_000
const MEASURES = ['rpm', 'tpm', 'concurrency'] as const
const TWO_MINUTES = 120_000
const ALONE: Sharing = { source: undefined, nodes: 1, share: 0.05 }
/** Limits of a minute and of parallel calls never ask the database. */
const NO_STORE = undefined as unknown as Store

test(`${TOKENS} tokens with limits are counted each by itself, and forgotten when their windows are over`, () => {
  const counters = new Counters(NO_STORE, ALONE, createCalendar('UTC'))
  const limits = { rpm: 2, tpm: 100, concurrency: 1 }
  const tokens = Array.from({ length: TOKENS }, (_, id): AppliedLimits => {
    return { scope: 'token', subject: String(id), limits }
  })
  const call = (applied: AppliedLimits): Admission | undefined => {
    const admission = new Admission(10)
    const amounts = { rpm: 1, tpm: 10, concurrency: 1 }
    const isServed = MEASURES.every(
      (measure) => counters.take(applied, measure, limits[measure], amounts[measure], admission) === true,
    )
    if (!isServed) admission.undo()
    return isServed ? admission : undefined
  }
  const served = [0, 0, 0]
  for (const token of tokens) {
    for (const round of served.keys()) {
      const admission = call(token)
      admission?.end(10)
      if (admission) served[round]! += 1
    }
  }
  // The third call of each is above its two a minute.
  expect(served).toEqual([TOKENS, TOKENS, 0])
  const now = Date.now()
  for (const token of [tokens[0]!, tokens[TOKENS - 1]!]) {
    expect(counters.read(token, 'rpm', now).used).toBe(2)
    expect(counters.read(token, 'tpm', now).used).toBe(20)
    expect(counters.read(token, 'concurrency', now).used).toBe(0)
  }
  expect(counters.size).toBe(TOKENS)
  counters.sweep(now + TWO_MINUTES)
  expect(counters.size).toBe(0)
  expect(call(tokens[0]!)).toBeDefined()
})
