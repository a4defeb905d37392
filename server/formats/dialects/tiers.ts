import { textOf } from './json.ts'

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
