import { expect, test } from 'bun:test'
import { costOfText, NO_USAGE, type Price, ratesOf } from '#contract/prices/price.ts'
import type { HoldRequest } from '../../../money/accounting/wallet.ts'
import { NO_BUDGETS } from '../../limits/budget-windows.ts'
import { type InputCount, knownCount } from '../../upstream/answers/input-count.ts'
import type { Call } from '../call/call.ts'
import { reserve, sliceUnits } from './hold-cost.ts'

/** An input token costs 0.0751 units, an output token four times that. */
const PRICE: Price = {
  ...{ modelPrice: null, modelRatio: 0.0751, groupRatio: 1, quotaPerUnit: 500_000 },
  ratios: { ...NO_USAGE, output: 4 },
}
const rates = ratesOf(PRICE)

function callOf(input: Partial<InputCount>, maxTokens: number): Call {
  const quote = { price: PRICE, rates, group: 'default', version: 'test', free: false }
  const call = { user: { id: 1 }, token: undefined, endpoint: { hasOutput: true }, quote, input, maxTokens }
  return call as unknown as Call
}

const services = { options: { values: { DisplayInCurrencyEnabled: false } } }

/** Returns what a call requests of a wallet with this balance. */
async function requestsOf(call: Call, balance = Number.POSITIVE_INFINITY): Promise<HoldRequest[]> {
  const wanted: HoldRequest[] = []
  const hold = (_payers: unknown, request: HoldRequest) => {
    wanted.push(request)
    return request.min <= balance ? { hold: {} } : { refused: 'user_quota' }
  }
  await reserve(call, { units: 0 } as never, NO_BUDGETS, { accounting: { wallet: { hold } }, services } as never)
  return wanted
}

test.each([
  [1, 1],
  [14, 3],
  [27, 10],
  [1000, 4096],
])('a hold covers the price of %d tokens of input and a slice of at most %d of output', async (input, output) => {
  const call = callOf(knownCount(input), output)
  const [whole] = (await requestsOf(call)) as [HoldRequest]
  expect(whole.min).toBe(whole.need)
  const [, { need, min, overdraft }] = (await requestsOf(call, whole.need - 1)) as [HoldRequest, HoldRequest]
  expect(need).toBe(whole.need)
  expect(min * 1000).toBeGreaterThanOrEqual(costOfText(rates, input, 0))
  expect(need * 1000).toBeGreaterThanOrEqual(costOfText(rates, input, Math.min(output, 1000)))
  expect([need - min, overdraft]).toEqual([sliceUnits(call), sliceUnits(call)])
})

test('an input is counted for its hold only where the balance does not cover its bound by length and a slice', async () => {
  let counted = 0
  const input = {
    mostTokens: 100,
    get heldTokens() {
      counted += 1
      return 40
    },
  }
  expect(await requestsOf(callOf(input, 1))).toHaveLength(1)
  expect(counted).toBe(0)
  const requests = await requestsOf(callOf(input, 1), 5)
  expect(requests.map(({ min }) => min)).toEqual([9, 4])
  await expect(requestsOf(callOf(input, 1), 3)).rejects.toMatchObject({ code: 'insufficient_user_quota' })
  await expect(requestsOf(callOf(knownCount(40), 1), 3)).rejects.toMatchObject({ code: 'insufficient_user_quota' })
})
