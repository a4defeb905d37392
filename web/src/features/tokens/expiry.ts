const HOUR = 3600
const DAY = 24 * HOUR

/** Expiry presets of the specification: the wire value is in Unix seconds, −1 = never; a month is 30 days. */
export const expiryPresets = ['never', 'hour', 'day', 'month'] as const
export type ExpiryPreset = (typeof expiryPresets)[number]

const seconds = { hour: HOUR, day: DAY, month: 30 * DAY }

export const expiryOf = (preset: ExpiryPreset, now: number) => (preset === 'never' ? -1 : now + seconds[preset])

/** Returns the urgency of an expiry. `soon` is less than 7 days away. Both arguments in Unix seconds. */
export function urgency(expiredTime: number, now: number): 'none' | 'soon' | 'past' {
  if (expiredTime === -1 || expiredTime - now >= 7 * DAY) return 'none'
  return expiredTime > now ? 'soon' : 'past'
}

/** Returns the whole days from now to a time, rounded; negative in the past. Both in Unix seconds. */
export const daysUntil = (at: number, now: number) => Math.round((at - now) / DAY)
