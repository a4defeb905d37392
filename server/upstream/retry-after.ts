/**
 * Returns the milliseconds that a Retry-After header asks to wait: seconds, or an HTTP date (RFC 9110, section
 * 10.2.3). undefined = none, or no time ahead. `now`: milliseconds since the epoch.
 */
export function retryAfterMs(text: string | undefined, now: number): number | undefined {
  if (!text) return undefined
  const seconds = /^\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) : (Date.parse(text) - now) / 1000
  return seconds > 0 ? seconds * 1000 : undefined
}
