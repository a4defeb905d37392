import type { TagColour } from '#web/ui/tag-colour.ts'

/** A task counts as slow from this duration. */
const SLOW_MS = 60_000

/**
 * Returns the milliseconds between two times of a task; null when one is missing or they are in the wrong
 * order.
 */
export const durationOf = (start: number, end: number): number | null =>
  start > 0 && end >= start ? end - start : null

export const durationColour = (ms: number): TagColour => (ms > SLOW_MS ? 'red' : 'green')
