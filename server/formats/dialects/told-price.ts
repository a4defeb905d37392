import type { JsonObject } from './conversation.ts'
import { objectOf, readNumber, textOf } from './json.ts'

/** What an answer says about its own price: the service tier, and what the vendor charges. */

/** The tier to which all prices refer. */
export const STANDARD_TIER = 'standard'

const STANDARD = new Set([
  ...['standard', 'default', 'auto', 'on_demand', 'unspecified', 'standard_only', 'traffic_type_unspecified'],
  ...['provisioned_throughput', 'scale', 'global', 'not_available'],
])
/** Google's tier names have one of these prefixes. */
const PREFIX = /^(?:service_tier_|on_demand_)/

/**
 * Returns the service tiers in one or several values, without the standard tier, joined by `+`; undefined = none.
 * https://platform.openai.com/docs/guides/priority-processing,
 * https://platform.claude.com/docs/en/build-with-claude/fast-mode,
 * https://ai.google.dev/gemini-api/docs/priority-inference
 */
export function readTier(...values: unknown[]): string | undefined {
  let tiers: string | undefined
  for (const value of values) {
    if (value === undefined) continue
    const name = textOf(value).toLowerCase().replace(PREFIX, '')
    if (name === '') continue
    tiers ??= ''
    if (!STANDARD.has(name)) tiers += tiers === '' ? name : `+${name}`
  }
  return tiers === '' ? STANDARD_TIER : tiers
}

/** Adds the tier that an answer names next to its usage. */
export function withTier<U extends object>(usage: U, ...values: unknown[]): U & { tier?: string } {
  const tier = readTier(...values)
  return tier === undefined ? usage : { ...usage, tier }
}

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
