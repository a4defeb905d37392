/**
 * Tracks which channels have been failing recently. Only orders candidates: a failing channel is tried last, never
 * removed.
 */
export interface Health {
  isHealthy(channelId: number): boolean
  succeeded(channelId: number): void
  failed(channelId: number): void
}

const FAILURES_BEFORE_PAUSE = 3
const FIRST_PAUSE_MS = 5000
const MAX_PAUSE_MS = 300_000

/**
 * Counts consecutive failures; from the third on, a channel pauses for a time that doubles, measured by a monotonic
 * clock.
 */
export function createHealth(now: () => number = () => performance.now()): Health {
  const failing = new Map<number, { inRow: number; until: number }>()
  return {
    isHealthy: (id) => (failing.get(id)?.until ?? 0) <= now(),
    succeeded: (id) => void failing.delete(id),
    failed(id) {
      const inRow = (failing.get(id)?.inRow ?? 0) + 1
      const over = inRow - FAILURES_BEFORE_PAUSE
      const until = over < 0 ? 0 : now() + Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** over)
      failing.set(id, { inRow, until })
    },
  }
}
