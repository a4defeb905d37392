import { textOf } from './json.ts'

/** The tier that all prices are for. */
export const STANDARD_TIER = 'standard'

const STANDARD = new Set([
  ...['standard', 'default', 'auto', 'on_demand', 'unspecified', 'standard_only', 'traffic_type_unspecified'],
  ...['provisioned_throughput', 'scale', 'global', 'not_available'],
])
/** Google's names have the tier behind one of these. */
const PREFIX = /^(?:service_tier_|on_demand_)/

/**
 * The tier of service in one value or several: those that are not the standard one, put together by `+`; undefined when
 * none is named. https://platform.openai.com/docs/guides/priority-processing,
 * https://platform.claude.com/docs/en/build-with-claude/fast-mode, https://ai.google.dev/gemini-api/docs/priority-inference
 */
export function tierIn(...values: unknown[]): string | undefined {
  const named = values.map((value) => textOf(value).toLowerCase().replace(PREFIX, '')).filter(Boolean)
  if (named.length === 0) return undefined
  return named.filter((name) => !STANDARD.has(name)).join('+') || STANDARD_TIER
}

/** A usage with the tier that an answer names beside it. */
export function withTier<U extends object>(usage: U, ...values: unknown[]): U & { tier?: string } {
  const tier = tierIn(...values)
  return tier === undefined ? usage : { ...usage, tier }
}
