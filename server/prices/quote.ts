import { type Price, promptTokens, type Rates, ratesOf, type Usage } from '#contract/price.ts'
import {
  appliesToSize,
  applyRules,
  type CallSize,
  conditionsOf,
  dependsOnSize,
  type PriceConditions,
  type PriceRule,
} from '#contract/price-rules.ts'

/** A model's price for a group at a moment, ready to compute with. */
export interface Quote {
  price: Price
  rates: Rates
  group: string
  /** The built-in list and the operator's settings that the price was computed from. */
  version: string
  /** Nothing is charged, whatever the usage. */
  free: boolean
  /** The conditions of the rules that made this price, for the receipt; absent = no rule applied. */
  rules?: readonly PriceConditions[]
  /** How many times the price of a single image is in this price; absent = it is not by images. */
  images?: number
  /** Additional text of the log row about it. */
  note?: string
  /** Returns the price for a call of another size; absent = the price does not depend on it. */
  forSize?: (size: CallSize) => Quote
}

/** What all quotes of a model have in common. */
type QuoteOrigin = Pick<Quote, 'group' | 'version'>

/**
 * Creates a quote from a price and the rules that apply at the moment. Those that depend on the usage apply when it
 * is known (`quoteForUsage`); until then they apply to an empty prompt.
 */
export function createQuote(base: Price, rules: readonly PriceRule[], origin: QuoteOrigin): Quote {
  // A price per call has no tokens by which it could change.
  const counted = base.modelPrice === null ? rules : rules.filter((rule) => !dependsOnSize(rule))
  if (!counted.some(dependsOnSize)) return quoteWith(base, counted, origin)
  /** By the rules that apply. */
  const quotes = new Map<string, Quote>()
  const forSize = (size: CallSize): Quote => {
    const applied = counted.filter((rule) => appliesToSize(rule, size))
    const key = applied.map((rule) => counted.indexOf(rule)).join()
    const known = quotes.get(key)
    if (known) return known
    const quote = { ...quoteWith(base, applied, origin), forSize }
    quotes.set(key, quote)
    return quote
  }
  return forSize({ promptTokens: 0, hasReasoning: false })
}

function quoteWith(base: Price, applied: readonly PriceRule[], origin: QuoteOrigin): Quote {
  const price = applyRules(base, applied)
  const rates = ratesOf(price)
  const free =
    rates.perCall === null ? rates.perToken.input === 0n && rates.perToken.output === 0n : rates.perCall === 0
  // Prices of service tiers are part of every price of the model; the receipt names the tier that was charged.
  const rules = applied.filter(({ tier }) => tier === undefined).map(conditionsOf)
  return { price, rates, ...origin, free, ...(rules.length > 0 && { rules }) }
}

/** Returns the price that applies to a usage. */
export const quoteForUsage = (quote: Quote, usage: Usage): Quote =>
  quote.forSize?.({ promptTokens: promptTokens(usage), hasReasoning: usage.reasoning > 0 }) ?? quote

/** Returns the price that a prompt of estimated length may have: the dearer one, where the answer decides. */
export function quoteForPrompt(quote: Quote, promptTokens: number): Quote {
  const [plain, reasoning] = [false, true].map((hasReasoning) => quote.forSize?.({ promptTokens, hasReasoning }))
  if (!plain || !reasoning) return quote
  return reasoning.rates.perToken.output > plain.rates.perToken.output ? reasoning : plain
}
