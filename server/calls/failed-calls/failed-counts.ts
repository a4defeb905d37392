import { hourOf } from '../../money/rollups/hours.ts'
import { type FailedCount, rollupKey } from '../../money/rollups/rollup.ts'
import type { FailedCall } from './failed-calls.ts'

/** Counts of failed calls between two flushes. */
export interface FailedCounts {
  /** Counts a call. */
  add(call: FailedCall): void
  /** Returns all counts so far and resets them. */
  take(): FailedCount[]
  /** Adds counts back that could not be written. */
  restore(counts: readonly FailedCount[]): void
  size(): number
}

/**
 * Counts by hour, user, model, token and channel. Users, tokens and channels are ours, but the model is the
 * caller's text: a name that no channel has (`hasModel`) counts under "", because otherwise each made-up name would
 * create a roll-up. While the database is unreachable, at most `maxCounts` different counts wait for it; calls that
 * would need another one are not counted.
 */
export function createFailedCounts(hasModel: (model: string) => boolean, maxCounts = 10_000): FailedCounts {
  let counts = new Map<string, FailedCount>()

  function put(count: FailedCount): void {
    const key = rollupKey(count)
    const known = counts.get(key)
    if (known) known.failed_count += count.failed_count
    else if (counts.size < maxCounts) counts.set(key, { ...count })
  }

  return {
    add: (call) =>
      put({
        created_at: hourOf(call.at),
        user_id: call.user,
        username: call.name,
        model_name: hasModel(call.model) ? call.model : '',
        token_id: call.token,
        channel_id: call.channel,
        failed_count: 1,
      }),
    take() {
      const taken = [...counts.values()]
      counts = new Map()
      return taken
    },
    restore: (taken) => taken.forEach(put),
    size: () => counts.size,
  }
}
