import { costOf, type Usage } from '#contract/prices/price.ts'
import { type Quote, quoteForUsage } from '../../../money/prices/quote.ts'
import type { ChargeOutcome } from '../../../money/receipts/charge-outcome.ts'
import type { AnsweredAttempt } from '../attempt/attempt.ts'
import { chargedAnswer } from '../attempt/price-edits.ts'
import type { PricedAnswer } from '../charge/charge.ts'

/** What an answer has used, as its upstream reports it or as it is estimated. */
interface CountedUsage {
  usage: Usage
  source: ChargeOutcome['source']
}

/** Returns the price of an answer. `expected`: that of the call, or of the images that it has. */
export function priceAnswer(
  { usage: read, source }: CountedUsage,
  attempt: AnsweredAttempt,
  expected: Quote,
): PricedAnswer & { full: number } {
  const { usage, tier, told } = chargedAnswer(read, attempt, expected)
  const quote = quoteForUsage(expected, usage)
  return { quote, usage, source, tier, told, upstreamModel: attempt.model, full: costOf(quote.rates, usage) }
}
