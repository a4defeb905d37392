import type { UsageRow } from '#contract/api/statistics.ts'

/** Usage of a token, channel or user within an hour; null = all others. */
export type PartHour = Omit<UsageRow, 'id' | 'user_id' | 'username' | 'model_name' | 'by_id'> & { by_id: number | null }

const SUMS = [
  'token_used',
  'prompt_tokens',
  'completion_tokens',
  'cached_tokens',
  'count',
  'quota',
  'failed_count',
] as const

/**
 * Subtracts the usage of some parts from that of all, by hour. `all` is read after `parts`, so a refund between the two
 * could make a difference negative; it counts as 0.
 */
export function withoutParts(all: readonly PartHour[], parts: readonly PartHour[]): PartHour[] {
  const left = new Map(all.map((hour) => [hour.created_at, { ...hour, by_id: null }]))
  for (const part of parts) {
    const hour = left.get(part.created_at)
    if (hour) for (const name of SUMS) hour[name] = Math.max(hour[name] - part[name], 0)
  }
  return [...left.values()].filter((hour) => SUMS.some((name) => hour[name] > 0))
}
