import { costOf, type Tiers, tierFactor, type Usage } from '#contract/prices/price.ts'
import { readTier } from '../../../formats/dialects/told-price.ts'
import { type Quote, quoteForUsage, tiersOf } from '../../../money/prices/quote.ts'
import type { ChargeOutcome } from '../../../money/receipts/charge-outcome.ts'
import type { UpstreamAnswer } from '../../../wire/http1/client/upstream-answer.ts'
import type { AnsweredAttempt } from '../attempt/attempt.ts'
import { tellsCost } from '../attempt/told-fees.ts'
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
  const quote = expected.forSize ? quoteForUsage(expected, usage) : expected
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

/** Google returns the tier in a header: https://ai.google.dev/gemini-api/docs/priority-inference */
const TIER_HEADER = 'x-gemini-service-tier'

type TieredAttempt = Pick<AnsweredAttempt, 'premiumTier' | 'format' | 'answer'>

/**
 * Returns what of an answer's usage is charged: a cost that the vendor tells only where nothing else counts its fees, and
 * the tier that the caller has chosen. `tier` and `told`: what the answer says of both.
 */
export function chargedAnswer(read: Usage, attempt: PricedAttempt, quote: Pick<Quote, 'tierFactors' | 'rates'>) {
  const tier = answeredTier(read, attempt)
  const { told } = read
  const counted = told === undefined ? read : withoutTold(read)
  const usage = tier === undefined ? counted : withChargedTier(counted, tier, attempt.premiumTier, tiersOf(quote))
  return {
    usage: told !== undefined && attempt.byCost ? { ...usage, told } : usage,
    tier,
    told: told !== undefined && tellsCost(attempt.channel) ? told : undefined,
  }
}

const withoutTold = ({ told: _, ...counted }: Usage): Usage => counted

type PricedAttempt = TieredAttempt & Pick<AnsweredAttempt, 'byCost' | 'channel'>

/** Returns the tier that the vendor charges: the answer's, or the requested one where the answer has none. */
function answeredTier(usage: Usage, { premiumTier, format, answer }: TieredAttempt): string | undefined {
  const beside = format === 'gemini' ? readTier(answer.header(TIER_HEADER)) : undefined
  return usage.tier ?? beside ?? premiumTier
}

/**
 * Returns the usage with the tier that is charged: the answer's tier, or the requested one where the answer has
 * none. A more expensive tier is charged only where the caller has chosen it, and at most the chosen one.
 */
function withChargedTier(usage: Usage, tier: string, premiumTier: string | undefined, tiers: Tiers | undefined): Usage {
  const { tier: _, ...rest } = usage
  const factor = tierFactor(tiers, tier)
  const most = tierFactor(tiers, premiumTier)
  if (factor > 1 && factor > most) return premiumTier === undefined ? rest : { ...rest, tier: premiumTier }
  return factor === 1 ? rest : { ...rest, tier }
}
