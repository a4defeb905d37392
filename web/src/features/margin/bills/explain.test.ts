import { expect, test } from 'bun:test'
import type { BillRow } from '#contract/api/vendor-bills.ts'
import { differenceOf, explain } from './explain.ts'

const none = { calls: 0, usd: 0 }
const row = (bill: Partial<BillRow['bill']>, ours: Partial<BillRow['ours']>, more: Partial<BillRow> = {}): BillRow => ({
  ...{ day: '2026-11-25', model: 'm', bill: { usd: null, calls: null, tokens: null, ...bill } },
  ours: {
    ...{ usd: 0, calls: 0, tokens: 0, unlisted: 0 },
    ...{ aborted: none, estimated: none, waived: none, tiered: none, unknown: none },
    ...ours,
  },
  ...more,
})
const reasons = (...given: Parameters<typeof row>) => explain(row(...given)).map(({ why }) => why)

test('what differs by rounding agrees', () => {
  expect(reasons({ usd: 10 }, { usd: 9.95, calls: 3 })).toEqual(['agrees'])
  expect(reasons({ usd: 0.0012 }, { usd: 0.0003, calls: 1 })).toEqual(['agrees'])
  expect(reasons({ tokens: 1000, calls: 2 }, { tokens: 1009, calls: 2 })).toEqual(['agrees'])
})

test('calls made elsewhere with the key, and calls that the bill does not have', () => {
  expect(explain(row({ usd: 5, calls: 9 }, {}))).toEqual([{ why: 'elsewhere', calls: 9, usd: 5 }])
  expect(explain(row({}, { usd: 2, calls: 4 }))).toEqual([{ why: 'notBilled', calls: 4, usd: 2 }])
  expect(reasons({ usd: 5, calls: 9 }, { usd: 2, calls: 4 })).toEqual(['moreCalls'])
  expect(reasons({ usd: 1, calls: 3 }, { usd: 2, calls: 4 })).toEqual(['fewerCalls'])
  const unmatched = { bill: { calls: 2, usd: 3 }, ours: { calls: 1, usd: 1 } }
  expect(reasons({ usd: 5, calls: 9 }, { usd: 2, calls: 8 }, { unmatched })).toEqual(['elsewhere', 'notBilled'])
})

test('what nothing explains is another price', () => {
  expect(reasons({ usd: 5 }, { usd: 2, calls: 4 })).toEqual(['price'])
  const estimated = { calls: 1, usd: 0.1 }
  expect(reasons({ usd: 5 }, { usd: 2, calls: 4, estimated })).toEqual(['estimated', 'price'])
  expect(reasons({ usd: 2.1 }, { usd: 2, calls: 4, estimated })).toEqual(['estimated'])
})

test('kinds of calls that may explain the rest', () => {
  const kind = { calls: 1, usd: 0.1 }
  const ours = {
    usd: 2,
    calls: 4,
    aborted: kind,
    estimated: kind,
    waived: kind,
    tiered: kind,
    unknown: kind,
    unlisted: 1,
  }
  expect(reasons({ usd: 5 }, ours)).toEqual(['unknown', 'estimated', 'aborted', 'waived', 'tiered', 'unlisted'])
  expect(differenceOf(row({ usd: 5 }, ours))).toBe(2)
  expect(differenceOf(row({ tokens: 5 }, ours))).toBeNull()
})
