import { type Price, promptTokens, type Rates, ratesOf, type Tiers, type Usage } from '#contract/prices/price.ts'
import {
  appliesToSize,
  applyRules,
  type CallSize,
  conditionsOf,
  dependsOnSize,
  isTierFactor,
  largestFactor,
  type PriceConditions,
  type PriceRule,
} from '#contract/prices/price-rules.ts'

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
  /** The factors of service tiers by their dearest component, where rules price single ones; absent = as in the rates. */
  tierFactors?: Tiers
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
  const tierFactors = tierFactorsOf(base, counted)
  /** By the rules that apply. */
  const quotes = new Map<string, Quote>()
  const forSize = (size: CallSize): Quote => {
    const applied = counted.filter((rule) => appliesToSize(rule, size))
    const key = applied.map((rule) => counted.indexOf(rule)).join()
    const known = quotes.get(key)
    if (known) return known
    const quote = { ...quoteWith(base, applied, origin), ...(tierFactors && { tierFactors }), forSize }
    quotes.set(key, quote)
    return quote
  }
  return forSize({ promptTokens: 0, hasReasoning: false })
}

function tierFactorsOf(base: Price, rules: readonly PriceRule[]): Tiers | undefined {
  const own = rules.filter((rule) => rule.tier !== undefined && !isTierFactor(rule))
  if (own.length === 0) return undefined
  const factors: Record<string, number> = { ...applyRules(base, rules.filter(isTierFactor)).tiers }
  for (const rule of own) {
    const tier = rule.tier ?? ''
    factors[tier] = Math.max(factors[tier] ?? 0, largestFactor(base, rule))
  }
  return factors
}

/** The factors by which a tier is allowed, and by which a hold grows. */
export const tiersOf = ({ tierFactors, rates }: Pick<Quote, 'tierFactors' | 'rates'>): Tiers | undefined =>
  tierFactors ?? rates.tiers

function quoteWith(base: Price, applied: readonly PriceRule[], origin: QuoteOrigin): Quote {
  const price = applyRules(base, applied)
  const rates = ratesOf(price)
  const free =
    rates.perCall === null ? rates.perToken.input === 0n && rates.perToken.output === 0n : rates.perCall === 0
  // Prices of service tiers are part of every price of the model; the receipt names the tier that was charged.
  const rules = applied.filter((rule) => !isTierFactor(rule)).map(conditionsOf)
  return { price, rates, ...origin, free, ...(rules.length > 0 && { rules }) }
}

/** Returns the price that applies to a usage. */
export const quoteForUsage = (quote: Quote, usage: Usage): Quote =>
  quote.forSize?.({ promptTokens: promptTokens(usage), hasReasoning: usage.reasoning > 0, tier: usage.tier }) ?? quote

/** Returns the price that a prompt of estimated length may have: the dearer one, where the answer decides. */
export function quoteForPrompt(quote: Quote, promptTokens: number): Quote {
  const [plain, reasoning] = [false, true].map((hasReasoning) => quote.forSize?.({ promptTokens, hasReasoning }))
  if (!plain || !reasoning) return quote
  return reasoning.rates.perToken.output > plain.rates.perToken.output ? reasoning : plain
}
