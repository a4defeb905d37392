import type { PriceSync, SyncChange } from '#contract/api/price-sync.ts'
import { isSame, type PlannedChange } from '../../../money/prices/sync/plan-sync.ts'
import type { Platform } from '../../../platform/platform.ts'
import { listSteps, newestApplied, newestCheck } from './queries.ts'
import { nextSync } from './schedule.ts'

const SHOWN_STEPS = 20

/** All that the page of the price sync shows. */
export async function priceSync(services: Platform): Promise<PriceSync> {
  const { store, options } = services
  const { values } = options
  const [history, check, applied, next_at] = await Promise.all([
    listSteps(store.db, SHOWN_STEPS),
    newestCheck(store.db),
    newestApplied(store.db),
    nextSync(services),
  ])
  // A change that was applied since, or whose model has another price by now, waits no longer.
  const waiting = check?.changes.filter(({ model, before, after }) => {
    const now = Object.hasOwn(values.SyncedPrices, model) ? values.SyncedPrices[model] : null
    return isSame(now, before) && !isSame(now, after)
  })
  return {
    settings: {
      sources: [...values.PriceSyncSources],
      schedule: values.PriceSyncSchedule,
      max_change: values.PriceSyncMaxChange,
      max_loss: values.PriceSyncMaxLoss,
    },
    locks: [...values.PriceSyncLocks],
    synced: Object.keys(values.SyncedPrices).length,
    next_at,
    last: history.find(({ kind }) => kind === 'check') ?? null,
    check: check ? { id: check.id, created_at: check.created_at } : null,
    changes: (waiting ?? []).map((change) => presentChange(change, values.PriceSyncLocks)),
    missing: [...(check?.missing ?? [])],
    history,
    undoable: applied && applied.undone_at === 0 ? { id: applied.id, models: applied.changes.length } : null,
  }
}

/** A lock counts at once, also one that was set or taken off after the reading. */
function presentChange(change: PlannedChange, locks: readonly string[]): SyncChange {
  const { model, listed_as, reason, origin, percent, steps, after } = change
  const unlocked = origin === 'own' ? 'own' : reason === null ? 'ready' : 'held'
  const verdict = locks.includes(model) ? 'locked' : unlocked
  return { model, listed_as, source: after.source, verdict, reason, origin, percent, steps: [...steps] }
}
