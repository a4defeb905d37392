import { CHECKS, type CheckProgress, type Difference, type WatchdogReport } from '#contract/api/watchdog.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { Store } from '../../platform/store/database.ts'
import { inspect } from './inspect.ts'
import { storeReport } from './queries.ts'

/** Recomputes what must always agree and keeps the reports. */
export interface Watchdog {
  /** The last report of this node; undefined = none yet. */
  readonly last: WatchdogReport | undefined
  /** How far the check is that runs on this node; undefined = none runs. */
  readonly running: CheckProgress | undefined
  /** Checks everything now; simultaneous calls share one report. */
  run(): Promise<WatchdogReport>
  /** For a job that runs often: checks everything once a day, otherwise without the roll-ups of past days. */
  patrol(signal: AbortSignal): Promise<WatchdogReport>
}

const MAX_SHOWN = 1000
const DAY = 86_400

export function createWatchdog(store: Store, nodeId: string): Watchdog {
  let last: WatchdogReport | undefined
  let complete: WatchdogReport | undefined
  let running: Promise<WatchdogReport> | undefined
  let progress: CheckProgress | undefined

  async function inspectSince(since: number, signal?: AbortSignal): Promise<WatchdogReport> {
    const current: CheckProgress = {
      started_at: nowInSeconds(),
      check: CHECKS[0],
      looked_at: 0,
      about: sizeOf(complete),
    }
    progress = current
    try {
      last = await report(store, since, current, signal)
      if (since === 0) complete = last
      await storeReport(store.db, nodeId, last)
      return last
    } finally {
      if (progress === current) progress = undefined
    }
  }
  function run(): Promise<WatchdogReport> {
    running ??= inspectSince(0).finally(() => {
      running = undefined
    })
    return running
  }
  return {
    get last() {
      return last
    },
    get running() {
      return progress
    },
    run,
    patrol(signal) {
      const known = complete && nowInSeconds() - complete.started_at < DAY
      return inspectSince(known ? nowInSeconds() - 2 * DAY : 0, signal)
    },
  }
}

const sizeOf = (complete: WatchdogReport | undefined) =>
  complete?.checks.reduce((sum, { looked_at }) => sum + looked_at, 0) ?? 0

async function report(
  store: Store,
  since: number,
  progress: CheckProgress,
  signal?: AbortSignal,
): Promise<WatchdogReport> {
  const startedAt = Date.now()
  const checks = new Map(CHECKS.map((name) => [name, { name, looked_at: 0, wrong: 0, expected: 0, found: 0 }]))
  const shown: Difference[] = []
  for await (const { check, lookedAt, differences, expected, found } of inspect(store, since)) {
    signal?.throwIfAborted()
    const sum = checks.get(check)
    if (sum) {
      sum.looked_at += lookedAt
      sum.wrong += new Set(differences.map(({ subject }) => subject)).size
      sum.expected += expected
      sum.found += found
    }
    progress.check = check
    progress.looked_at += lookedAt
    shown.push(...differences.slice(0, MAX_SHOWN - shown.length))
  }
  return {
    started_at: Math.floor(startedAt / 1000),
    milliseconds: Date.now() - startedAt,
    complete: since === 0,
    checks: [...checks.values()],
    differences: shown,
  }
}
