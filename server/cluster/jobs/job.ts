import type { Calls } from '../../calls/calls.ts'
import type { Money } from '../../money/money.ts'
import type { Platform } from '../../platform/platform.ts'

/** Recurring work that runs on one node of a cluster at a time. */
export interface Job {
  /** The name of its row; never reuse one for other work. */
  name: string
  /** When to run next, in unix seconds. */
  next(now: number): number
  /** Runs the work. It may be interrupted anywhere (a crash, `signal`) and must be correct when it starts over. */
  run(services: Platform & Money & Calls, signal: AbortSignal): Promise<void>
}

/** Runs a number of seconds after the end of the last run. */
export const every = (seconds: number) => (now: number) => now + seconds

/** Runs once a day at a time of the server's clock. */
export const daily = (hour: number, minute: number) => (now: number) => {
  const at = new Date(now * 1000)
  at.setHours(hour, minute, 0, 0)
  if (at.getTime() <= now * 1000) at.setDate(at.getDate() + 1)
  return Math.floor(at.getTime() / 1000)
}
