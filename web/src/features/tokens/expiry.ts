const HOUR = 3600

/** Expiry presets of the brief: the wire value in Unix seconds, −1 = never; a month is 30 days. */
export const expiryPresets = ['never', 'hour', 'day', 'month'] as const
export type ExpiryPreset = (typeof expiryPresets)[number]

const seconds = { hour: HOUR, day: 24 * HOUR, month: 30 * 24 * HOUR }

export const expiryOf = (preset: ExpiryPreset, now: number) => (preset === 'never' ? -1 : now + seconds[preset])

/** How urgent an expiry is. `soon` is less than 7 days away. Both arguments in Unix seconds. */
export function urgency(expiredTime: number, now: number): 'none' | 'soon' | 'past' {
  if (expiredTime === -1 || expiredTime - now >= 7 * 24 * HOUR) return 'none'
  return expiredTime > now ? 'soon' : 'past'
}
