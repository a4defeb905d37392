import { expect, test } from 'bun:test'
import { costOfText, NO_USAGE, type Price, ratesOf } from '#contract/prices/price.ts'
import type { HoldRequest } from '../../../money/accounting/wallet.ts'
import { NO_BUDGETS } from '../../limits/budget-windows.ts'
import type { Call } from '../request/call.ts'
import { reserve, sliceUnits } from './reserve.ts'

/** An input token costs 0.0751 units, an output token four times that. */
const PRICE: Price = {
  ...{ modelPrice: null, modelRatio: 0.0751, groupRatio: 1, quotaPerUnit: 500_000 },
  ratios: { ...NO_USAGE, output: 4 },
}
const rates = ratesOf(PRICE)

function callOf(heldInputTokens: number, maxTokens: number): Call {
  const quote = { price: PRICE, rates, group: 'default', version: 'test', free: false }
  const call = { user: { id: 1 }, token: undefined, endpoint: { hasOutput: true }, quote, heldInputTokens, maxTokens }
  return call as unknown as Call
}

/** Returns what a call requests of the wallet. */
async function requestOf(call: Call): Promise<HoldRequest> {
  const wanted: HoldRequest[] = []
  const hold = (_payers: unknown, request: HoldRequest) => {
    wanted.push(request)
    return { hold: {} }
  }
  await reserve(call, { units: 0 } as never, NO_BUDGETS, { accounting: { wallet: { hold } } } as never)
  return wanted[0]!
}

test.each([
  [1, 1],
  [14, 3],
  [27, 10],
  [1000, 4096],
])('a hold covers the price of %d tokens of input and a slice of at most %d of output', async (input, output) => {
  const call = callOf(input, output)
  const { need, min, overdraft } = await requestOf(call)
  expect(min * 1000).toBeGreaterThanOrEqual(costOfText(rates, input, 0))
  expect(need * 1000).toBeGreaterThanOrEqual(costOfText(rates, input, Math.min(output, 1000)))
  expect([need - min, overdraft]).toEqual([sliceUnits(call), sliceUnits(call)])
})
