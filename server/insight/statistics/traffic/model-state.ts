import type { MODEL_STATES } from '#contract/api/traffic.ts'

export type ModelState = (typeof MODEL_STATES)[number]

/** What is known of a model in a time. */
export interface StateFacts {
  served: number
  failed: number
  /** Median of the first byte in milliseconds. */
  firstByteMs: number | undefined
}

/** Fewer calls say nothing about a model's speed. */
const MIN_CALLS = 5
const DOWN_SHARE = 0.5
const WELL_SHARE = 0.95
const SLOW_FACTOR = 2
/** A first byte within this time is not called slow, whatever it was before. */
const FAST_MS = 1500

/**
 * Returns the state of a model from its last hours and its usual speed: `down` when at least half of its calls fail,
 * `slow` when more than one in twenty fails or the first byte takes twice as long as usual.
 */
export function stateOf(now: StateFacts, usual: StateFacts): ModelState {
  const calls = now.served + now.failed
  if (calls === 0) return 'quiet'
  const share = now.served / calls
  if (share <= DOWN_SHARE) return 'down'
  if (calls < MIN_CALLS) return 'up'
  if (share < WELL_SHARE) return 'slow'
  const { firstByteMs = 0 } = now
  const isSlow = firstByteMs > FAST_MS && firstByteMs > SLOW_FACTOR * (usual.firstByteMs ?? Number.POSITIVE_INFINITY)
  return isSlow ? 'slow' : 'up'
}
