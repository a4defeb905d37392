/** What a slice may take: on SQLite it holds up the thread that serves calls. */
const SLICE_MS = { sqlite: 4, postgres: 40 }
const FEWEST_ROWS = 50
const MAX_ROWS = { sqlite: 500, postgres: 2000 }
const MAX_PAUSE_MS = 150
/** Timers of a thread with nothing else to do are later than this now and then. */
const QUIET_MS = 2

/** How many rows the next slice deletes, and how long to wait before it. */
export interface Pace {
  rows: number
  pauseMs: number
}

export const firstPace = (): Pace => ({ rows: FEWEST_ROWS, pauseMs: 0 })

/**
 * Returns the pace behind a slice that took `tookMs` and a pause whose timer was `lateMs` late. Late timers mean that
 * calls wait as well, so the deletion leaves them most of the time; it goes on in any case, at some hundred rows a second.
 */
export function nextPace(engine: keyof typeof SLICE_MS, { rows }: Pace, tookMs: number, lateMs: number): Pace {
  const fitting = Math.round((rows * SLICE_MS[engine]) / Math.max(tookMs, 0.1))
  // One slow slice says little about the next, and one quick slice less.
  const next = Math.min(Math.max(fitting, FEWEST_ROWS), rows * 2, MAX_ROWS[engine])
  const share = lateMs > QUIET_MS ? 4 : 1
  return { rows: next, pauseMs: Math.min(tookMs * share + lateMs * 4, MAX_PAUSE_MS) }
}
