import type { TagColour } from '#web/ui/tag-colour.ts'

/** From this on a task counts as slow. */
const SLOW_MS = 60_000

/** Milliseconds between two moments of a task; null while one of them is missing, or they are the wrong way round. */
export const durationOf = (start: number, end: number): number | null =>
  start > 0 && end >= start ? end - start : null

export const durationColour = (ms: number): TagColour => (ms > SLOW_MS ? 'red' : 'green')
