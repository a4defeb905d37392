import type { JsonObject } from './conversation.ts'
import { objectOf, readNumber } from './json.ts'

/** More USD than any call costs. Limits what a wrong number can cost. */
const MAX_USD = 1000
const DIGITS = 9
/** https://docs.x.ai/developers/cost-tracking */
const TICKS_PER_USD = 10_000_000_000

/**
 * Reads what the vendor says that a call costs, in USD; undefined = it says nothing. Only some vendors can be trusted
 * with it (`relay/attempt/told-fees.ts`). With a key of the operator's own at the provider, OpenRouter's `cost` is its
 * fee alone: https://openrouter.ai/docs/use-cases/usage-accounting. Perplexity has an object of costs:
 * https://docs.perplexity.ai/api-reference/chat-completions-post
 */
export function readToldCost(usage: JsonObject): number | undefined {
  const { cost, cost_details, is_byok, cost_in_usd_ticks } = usage
  if (cost === undefined && cost_in_usd_ticks === undefined) return undefined
  const ticks = readNumber(cost_in_usd_ticks)
  const provider = is_byok === true ? (readNumber(objectOf(cost_details).upstream_inference_cost) ?? 0) : 0
  const fee = readNumber(cost) ?? readNumber(objectOf(cost).total_cost)
  const usd = ticks === undefined ? fee && fee + provider : ticks / TICKS_PER_USD
  return usd !== undefined && usd >= 0 && usd <= MAX_USD ? Number(usd.toFixed(DIGITS)) : undefined
}

/** Adds the cost that the vendor tells to a usage. */
export function withToldCost<U extends object>(usage: U, counts: JsonObject): U & { told?: number } {
  const told = readToldCost(counts)
  return told === undefined ? usage : { ...usage, told }
}
