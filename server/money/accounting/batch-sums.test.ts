import { expect, test } from 'bun:test'
import { chargeOf } from '#test/harness/charge.ts'
import { sumCharges } from './batch-sums.ts'

test('sums by user, token and channel, in the order of their ids', () => {
  const sums = sumCharges([
    chargeOf({ user: 9, carryIn: 70, carryOut: 80 }),
    chargeOf({ carryIn: 1, carryOut: 2, at: 200 }),
    chargeOf({ channel: 4, carryIn: 2, carryOut: 3, quota: 7 }),
  ])
  expect(sums).toEqual({
    users: [
      [1, { units: 17, calls: 2, carry: 2 }],
      [9, { units: 10, calls: 1, carry: 10 }],
    ],
    tokens: [[3, { units: 27, lastUsed: 200, limited: { units: 0, calls: 0, carry: 0 } }]],
    channels: [
      [4, 7],
      [5, 20],
    ],
    budgets: [],
  })
})

test("a token's lease pays what was charged while it was limited; the playground has no token", () => {
  const { tokens } = sumCharges([chargeOf({ limited: true }), chargeOf({ quota: 2 }), chargeOf({ token: 0, quota: 5 })])
  expect(tokens).toEqual([[3, { units: 12, lastUsed: 100, limited: { units: 10, calls: 1, carry: 0 } }]])
})

test('a charge counts in every window of a budget that it names', () => {
  const { budgets } = sumCharges([chargeOf({ budgets: [8, 7] }), chargeOf({ quota: 2, budgets: [8] }), chargeOf({})])
  expect(budgets).toEqual([
    [7, { units: 10, calls: 1, carry: 0 }],
    [8, { units: 12, calls: 2, carry: 0 }],
  ])
})
