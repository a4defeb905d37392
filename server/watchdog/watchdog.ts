import { CHECKS, type Difference, type WatchdogReport } from '#contract/api/watchdog.ts'
import type { Store } from '../store/database.ts'
import { inspect } from './inspect.ts'

/** Recomputes what must always agree and keeps the reports. */
export interface Watchdog {
  /** The last report of this node; undefined = none yet. */
  readonly last: WatchdogReport | undefined
  /** Checks everything now; simultaneous calls share one report. */
  run(): Promise<WatchdogReport>
  /** For a job that runs often: checks everything once a day, otherwise without the roll-ups of past days. */
  patrol(signal: AbortSignal): Promise<WatchdogReport>
}

const MAX_SHOWN = 1000
const DAY = 86_400
const seconds = () => Math.floor(Date.now() / 1000)

export function createWatchdog(store: Store): Watchdog {
  let last: WatchdogReport | undefined
  let complete: WatchdogReport | undefined
  let running: Promise<WatchdogReport> | undefined

  async function inspectSince(since: number, signal?: AbortSignal): Promise<WatchdogReport> {
    last = await report(store, since, signal)
    if (since === 0) complete = last
    return last
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
    run,
    patrol(signal) {
      const known = complete && seconds() - complete.started_at < DAY
      return inspectSince(known ? seconds() - 2 * DAY : 0, signal)
    },
  }
}

async function report(store: Store, since: number, signal?: AbortSignal): Promise<WatchdogReport> {
  const startedAt = Date.now()
  const checks = new Map(CHECKS.map((name) => [name, { name, looked_at: 0, wrong: 0 }]))
  const shown: Difference[] = []
  for await (const { check, lookedAt, differences } of inspect(store, since)) {
    signal?.throwIfAborted()
    const sum = checks.get(check)
    if (sum) {
      sum.looked_at += lookedAt
      sum.wrong += new Set(differences.map(({ subject }) => subject)).size
    }
    shown.push(...differences.slice(0, MAX_SHOWN - shown.length))
  }
  return {
    started_at: Math.floor(startedAt / 1000),
    milliseconds: Date.now() - startedAt,
    checks: [...checks.values()],
    differences: shown,
  }
}
