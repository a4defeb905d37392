import type { LimitMeasure } from '#contract/limits.ts'
import type { AppliedLimits } from './applied-limits.ts'
import type { CallLimits } from './call-limits.ts'

/** The limit of a kind that allows the fewest further calls or tokens. */
interface TightestLimit {
  limit: number
  remaining: number
  /** Milliseconds until its window ends; 0 = no window has begun. */
  msLeft: number
}

const MEASURES = { requests: ['rpm', 'rpd'], tokens: ['tpm', 'tpd'] } as const

/**
 * Returns the headers by which clients of a format see their limits, also of an answer that a limit has refused:
 * https://platform.openai.com/docs/guides/rate-limits#rate-limits-in-headers,
 * https://platform.claude.com/docs/en/api/rate-limits#response-headers. undefined = nothing is limited.
 */
export function rateHeaders(
  applied: readonly AppliedLimits[],
  format: 'openai' | 'anthropic',
  limits: Pick<CallLimits, 'peek'>,
): Record<string, string> | undefined {
  let headers: Record<string, string> | undefined
  const now = Date.now()
  for (const [unit, measures] of Object.entries(MEASURES)) {
    const tightest = tightestOf(applied, measures, limits, now)
    if (!tightest) continue
    headers = { ...headers, ...(format === 'openai' ? openaiHeaders : anthropicHeaders)(unit, tightest, now) }
  }
  return headers
}

function tightestOf(
  applied: readonly AppliedLimits[],
  measures: readonly LimitMeasure[],
  limits: Pick<CallLimits, 'peek'>,
  now: number,
): TightestLimit | undefined {
  let tightest: TightestLimit | undefined
  for (const one of applied) {
    for (const measure of measures) {
      const limit = one.limits[measure]
      if (limit === undefined) continue
      const { used, endsAt } = limits.peek(one, measure)
      const remaining = Math.max(0, limit - used)
      if (!tightest || remaining < tightest.remaining)
        tightest = { limit, remaining, msLeft: Math.max(0, endsAt - now) }
    }
  }
  return tightest
}

const openaiHeaders = (unit: string, { limit, remaining, msLeft }: TightestLimit) => ({
  [`x-ratelimit-limit-${unit}`]: String(limit),
  [`x-ratelimit-remaining-${unit}`]: String(remaining),
  [`x-ratelimit-reset-${unit}`]: duration(msLeft),
})

const anthropicHeaders = (unit: string, { limit, remaining, msLeft }: TightestLimit, now: number) => ({
  [`anthropic-ratelimit-${unit}-limit`]: String(limit),
  [`anthropic-ratelimit-${unit}-remaining`]: String(remaining),
  [`anthropic-ratelimit-${unit}-reset`]: new Date(now + msLeft).toISOString(),
})

/** Writes milliseconds as OpenAI does: `1h2m3s`, `6m0s`, `59s`, `120ms`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.ceil(ms)}ms`
  const seconds = Math.ceil(ms / 1000)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return `${hours > 0 ? `${hours}h` : ''}${seconds >= 60 ? `${minutes}m` : ''}${seconds % 60}s`
}
