import { costOf, type Usage } from '#contract/prices/price.ts'
import { type Quote, quoteForUsage } from '../../../money/prices/quote.ts'
import type { ChargeOutcome } from '../../../money/receipts/charge-outcome.ts'
import type { UpstreamAnswer } from '../../../wire/http1/client/upstream-answer.ts'
import type { AnsweredAttempt } from '../attempt/attempt.ts'
import { chargedAnswer } from '../attempt/price-edits.ts'
import type { AnswerEnd, PricedAnswer } from '../charge/charge.ts'

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
): PricedAnswer & Pick<AnswerEnd, 'full' | 'upstreamId'> {
  const { usage, tier, told } = chargedAnswer(read, attempt, expected)
  const quote = quoteForUsage(expected, usage)
  const [upstreamModel, upstreamId] = [attempt.model, upstreamIdOf(attempt.answer)]
  return { quote, usage, source, tier, told, upstreamModel, upstreamId, full: costOf(quote.rates, usage) }
}

/** Headers with the id of a request, by which a vendor's bill or support names it: OpenAI's, Anthropic's, resellers'. */
const HEADERS = ['x-request-id', 'request-id', 'x-oneapi-request-id', 'x-generation-id', 'x-amzn-requestid'] as const
/** Printable ASCII of a bounded length, because it is stored with every call. */
const ID = /^[\x21-\x7e]{1,100}$/

/** Returns the upstream's id of a request; undefined = its answer has none. */
export function upstreamIdOf(answer: Pick<UpstreamAnswer, 'header'>): string | undefined {
  for (const name of HEADERS) {
    const id = answer.header(name)
    if (id !== undefined && ID.test(id)) return id
  }
  return undefined
}
