import { PRICE_OPTIONS } from '#contract/prices/dollar-prices.ts'
import type { SyncedPrice, SyncedPrices } from '#contract/prices/sync/synced-prices.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import { isSame, type PlannedChange } from '../../../money/prices/sync/plan-sync.ts'
import { type Author, writeAudit } from '../../../platform/audits/write.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { parseOption } from '../../../platform/options/parse-option.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Queryable } from '../../../platform/store/database.ts'
import { applyOptions, lockStoredText } from '../../settings/save.ts'
import { insertStep, NO_COUNTS, newestApplied, newestCheck } from './queries.ts'

/**
 * Applies changes that a check found: all of them, or none. Throws price_sync_stale if the check is not the newest or
 * a price has changed since, and price_sync_kept for models that a sync must not change.
 */
export async function applyChanges(
  services: Platform,
  by: Author,
  checkId: number,
  models: readonly string[],
): Promise<void> {
  await services.store.db.transaction().execute(async (trx) => {
    const prices = await lockPrices(trx)
    const check = await newestCheck(trx)
    const found = new Map(check?.id === checkId ? check.changes.map((change) => [change.model, change]) : [])
    const wanted = [...new Set(models)].map((model) => {
      const change = found.get(model)
      if (!change || !isSame(prices[model], change.before)) throw new ApiError('price_sync_stale', { model })
      if (!mayChange(services, model)) throw new ApiError('price_sync_kept', { model })
      return change
    })
    const next = { ...prices }
    for (const { model, after } of wanted) next[model] = after
    await storePrices(trx, next)
    const id = await insertStep(trx, by, {
      kind: 'apply',
      outcome: 'applied',
      sources: check?.sources ?? [],
      counts: { ...NO_COUNTS, applied: wanted.length },
      changes: wanted,
      missing: [],
    })
    await writeAudit(trx, by, {
      action: 'price_sync.update',
      target: { kind: 'price_sync', id },
      before: pricesBy(wanted, ({ before }) => before),
      after: {
        sources: [...new Set(wanted.map(({ after }) => after.source))],
        models: wanted.length,
        ...pricesBy(wanted, ({ after }) => after),
      },
    })
  })
  await applyOptions(services)
}

/** Takes the last step back. Throws price_sync_nothing_to_undo, and price_sync_stale if a price has changed since. */
export async function undoLast(services: Platform, by: Author, id: number): Promise<void> {
  await services.store.db.transaction().execute(async (trx) => {
    const prices = await lockPrices(trx)
    const last = await newestApplied(trx)
    if (last?.id !== id || last.undone_at > 0) throw new ApiError('price_sync_nothing_to_undo')
    const next = { ...prices }
    for (const { model, before, after } of last.changes) {
      if (!isSame(prices[model], after)) throw new ApiError('price_sync_stale', { model })
      if (before) next[model] = before
      else delete next[model]
    }
    await storePrices(trx, next)
    await trx.updateTable('price_syncs').set({ undone_at: nowInSeconds() }).where('id', '=', id).execute()
    await writeAudit(trx, by, {
      action: 'price_sync.delete',
      target: { kind: 'price_sync', id },
      before: { models: last.changes.length, ...pricesBy(last.changes, ({ after }) => after) },
      after: pricesBy(last.changes, ({ before }) => before),
    })
  })
  await applyOptions(services)
}

/** Whether a sync may change a model: it is not locked, and the operator has not priced it. */
function mayChange({ options: { values } }: Platform, model: string): boolean {
  if (values.PriceSyncLocks.includes(model)) return false
  return !PRICE_OPTIONS.some((map) => Object.hasOwn(values[map], model))
}

/** Reads the synced prices and keeps others from changing them until the transaction ends. */
const lockPrices = async (trx: Queryable): Promise<SyncedPrices> =>
  parseOption('SyncedPrices', await lockStoredText(trx, 'SyncedPrices'))

async function storePrices(trx: Queryable, prices: SyncedPrices): Promise<void> {
  const value = JSON.stringify(prices)
  await trx.updateTable('options').set({ value }).where('key', '=', 'SyncedPrices').execute()
}

/** One short text a model, so that the audit log shows what changed. */
const pricesBy = (changes: readonly PlannedChange[], price: (change: PlannedChange) => SyncedPrice | null) =>
  Object.fromEntries(changes.map((change) => [change.model, describe(price(change))]))

function describe(price: SyncedPrice | null): string | null {
  if (!price) return null
  const { source: _source, at: _at, lengths = [], tiers = {}, ...prices } = price
  const list = (values: object) => Object.entries(values).map(([name, usd]) => `${name} ${usd}`)
  return [...list(prices), ...lengths.map((tier) => `[${list(tier).join(', ')}]`), ...list(tiers)].join(', ')
}
