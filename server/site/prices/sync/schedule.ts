import type { Calls } from '../../../calls/calls.ts'
import { SYSTEM } from '../../../platform/audits/write.ts'
import type { Platform } from '../../../platform/platform.ts'
import { applyChanges } from './apply.ts'
import { checkLists } from './check.ts'
import { lastCheck } from './queries.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const SECONDS = { hourly: HOUR, daily: DAY, weekly: 7 * DAY } as const

/** Unix seconds of the next reading by the schedule; null = it is off. A reading that failed is repeated in a day. */
export async function nextSync({ store, options }: Platform): Promise<number | null> {
  const { PriceSyncSchedule: schedule, PriceSyncSources } = options.values
  if (schedule === 'off' || PriceSyncSources.length === 0) return null
  const last = await lastCheck(store.db, 'schedule')
  if (!last) return 0
  const pause = last.outcome === 'failed' ? Math.min(SECONDS[schedule], DAY) : SECONDS[schedule]
  return last.created_at + pause
}

/** Reads the lists when it is time, and applies what needs no confirmation. */
export async function syncWhenDue(services: Platform & Calls, now: number): Promise<void> {
  const next = await nextSync(services)
  if (next === null || now < next) return
  const check = await checkLists(services, SYSTEM)
  const ready = check?.plan.changes.flatMap(({ verdict, model }) => (verdict === 'ready' ? [model] : [])) ?? []
  if (check && ready.length > 0) await applyChanges(services, SYSTEM, check.id, ready)
}
