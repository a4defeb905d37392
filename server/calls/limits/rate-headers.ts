import { type AppliedLimits, countedLimits } from './applied-limits.ts'
import type { CallLimits } from './call-limits.ts'

/** The limit of a kind that allows the fewest further calls or tokens. */
interface TightestLimit {
  limit: number
  remaining: number
  /** Milliseconds until its window ends; 0 = no window has begun. */
  msLeft: number
}

const UNITS = ['requests', 'tokens'] as const
/** What the limits of a measure count. */
const UNIT_OF = { rpm: 'requests', rpd: 'requests', tpm: 'tokens', tpd: 'tokens', concurrency: undefined } as const

/**
 * Returns the headers by which clients of a format see their limits, also of an answer that a limit has refused:
 * https://platform.openai.com/docs/guides/rate-limits#rate-limits-in-headers,
 * https://platform.claude.com/docs/en/api/rate-limits#response-headers.
 */
export function rateHeaders(
  applied: readonly AppliedLimits[],
  format: 'openai' | 'anthropic',
  limits: Pick<CallLimits, 'peek'>,
): Record<string, string> {
  const headers: Record<string, string> = {}
  const now = Date.now()
  for (const unit of UNITS) {
    const tightest = tightestOf(applied, unit, limits, now)
    if (tightest) addHeaders[format](headers, unit, tightest, now)
  }
  return headers
}

function tightestOf(
  applied: readonly AppliedLimits[],
  unit: (typeof UNITS)[number],
  limits: Pick<CallLimits, 'peek'>,
  now: number,
): TightestLimit | undefined {
  let tightest: TightestLimit | undefined
  for (const one of applied) {
    for (const { measure, limit } of countedLimits(one)) {
      if (UNIT_OF[measure] !== unit) continue
      const { used, endsAt } = limits.peek(one, measure, now)
      const remaining = Math.max(0, limit - used)
      if (!tightest || remaining < tightest.remaining)
        tightest = { limit, remaining, msLeft: Math.max(0, endsAt - now) }
    }
  }
  return tightest
}

type AddHeaders = (headers: Record<string, string>, unit: string, tightest: TightestLimit, now: number) => void

const addHeaders: Record<'openai' | 'anthropic', AddHeaders> = {
  openai(headers, unit, { limit, remaining, msLeft }) {
    headers[`x-ratelimit-limit-${unit}`] = String(limit)
    headers[`x-ratelimit-remaining-${unit}`] = String(remaining)
    headers[`x-ratelimit-reset-${unit}`] = duration(msLeft)
  },
  anthropic(headers, unit, { limit, remaining, msLeft }, now) {
    headers[`anthropic-ratelimit-${unit}-limit`] = String(limit)
    headers[`anthropic-ratelimit-${unit}-remaining`] = String(remaining)
    headers[`anthropic-ratelimit-${unit}-reset`] = new Date(now + msLeft).toISOString()
  },
}

/** Writes milliseconds as OpenAI does: `1h2m3s`, `6m0s`, `59s`, `120ms`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.ceil(ms)}ms`
  const seconds = Math.ceil(ms / 1000)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return `${hours > 0 ? `${hours}h` : ''}${seconds >= 60 ? `${minutes}m` : ''}${seconds % 60}s`
}
