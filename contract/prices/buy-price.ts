import { decimalProduct, decimalRatio } from '../decimal.ts'
import { type Price, USD_PER_RATIO } from './price.ts'
import { applyRules, type RuleComponent } from './price-rules.ts'

/** What an operator pays a channel's vendor. Pure functions over exact decimals. */

/** Prices of one upstream model: per million tokens of a component, or per call. */
export type OwnBuyPrice = Partial<Record<RuleComponent, number>> & { per_call?: number }

/** The buy price of a channel; every field is optional. */
export interface BuyPrice {
  /** Factor on the vendor's list prices; absent = 1. */
  discount?: number
  /** The currency of `models`; absent = USD. */
  currency?: string
  /** Units of that currency per USD; absent = 1. */
  rate?: number
  /** Prices by the name of the model that is sent to the upstream. */
  models?: Record<string, OwnBuyPrice>
}

export const NO_BUY_PRICE: BuyPrice = {}

/**
 * Returns what a model costs the operator: its own price in USD, for what it states, and the list price times the
 * discount for everything else. undefined = neither is known. `quotaPerUnit` as in `Price`.
 */
export function buyPriceOf(
  list: Price | undefined,
  buy: BuyPrice,
  model: string,
  quotaPerUnit: number,
): Price | undefined {
  const own = buy.models && Object.hasOwn(buy.models, model) ? buy.models[model] : undefined
  const discounted = list && discountedPrice(list, buy.discount ?? 1)
  if (!own) return discounted
  const { per_call: perCall, ...perMillion } = own
  const toUsd = (amount: number) => decimalRatio(amount, buy.rate ?? 1)
  if (perCall !== undefined)
    return { ...(discounted ?? priceOfInput(0, 0, quotaPerUnit)), modelPrice: toUsd(perCall), modelRatio: 0 }
  const prices: Partial<Record<RuleComponent, number>> = {}
  for (const [name, amount] of Object.entries(perMillion)) prices[name as RuleComponent] = toUsd(amount)
  if (discounted && discounted.modelPrice === null) return applyRules(discounted, [{ prices }])
  if (prices.input === undefined) return discounted
  return applyRules(priceOfInput(prices.input, prices.output ?? prices.input, quotaPerUnit), [{ prices }])
}

/** A discount is on everything that the vendor charges, tools too. */
function discountedPrice(list: Price, discount: number): Price {
  if (discount === 1) return list
  const tools = Object.entries(list.tools ?? {}).map(([name, usd]) => [name, Number(decimalProduct(usd, discount))])
  return { ...applyRules(list, [{ factor: discount }]), tools: Object.fromEntries(tools) }
}

/** The price of a model without a list price: every kind of input costs as much as text, and so does output. */
function priceOfInput(input: number, output: number, quotaPerUnit: number): Price {
  const ratio = input === 0 ? 1 : decimalRatio(output, input)
  return {
    modelPrice: null,
    modelRatio: decimalRatio(input, USD_PER_RATIO),
    ratios: {
      output: ratio,
      cacheRead: 1,
      cacheWrite5m: 1,
      cacheWrite1h: 1,
      audioInput: 1,
      audioOutput: ratio,
      imageInput: 1,
      imageOutput: ratio,
    },
    groupRatio: 1,
    quotaPerUnit,
  }
}
