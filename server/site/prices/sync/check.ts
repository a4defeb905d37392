import type { SyncCounts, SyncSourceReport } from '#contract/api/price-sync.ts'
import { LOG_TYPE } from '#contract/statuses.ts'
import type { Words } from '#contract/words.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { Calls } from '../../../calls/calls.ts'
import { priceName } from '../../../money/prices/prices.ts'
import { planSync, type SyncPlan } from '../../../money/prices/sync/plan-sync.ts'
import { writeLog } from '../../../money/receipts/write-log.ts'
import { withoutPasswords } from '../../../platform/audits/without-passwords.ts'
import { type Author, writeAudit } from '../../../platform/audits/write.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { firstSteps, insertStep, knownLists, lastCheck, NO_COUNTS, rememberLists, undonePrices } from './queries.ts'
import { readLists } from './read-lists.ts'

/** A reading of the lists that could be used. */
export interface Check {
  id: number
  plan: SyncPlan
}

/**
 * Reads the lists and stores what they would change; no price changes. Returns undefined if one of them cannot be
 * used, which the page, the audit log and the system log say. Throws price_sync_no_sources.
 */
export async function checkLists(
  services: Platform & Calls,
  by: Author,
  timeoutMs?: number,
): Promise<Check | undefined> {
  const { store, options, channels } = services
  const { PriceSyncSources, PriceSyncMaxLoss } = options.values
  const addresses = [...new Set(PriceSyncSources)]
  if (addresses.length === 0) throw new ApiError('price_sync_no_sources')
  const expected = { before: await knownLists(store.db), maxLoss: PriceSyncMaxLoss }
  const read = await readLists(addresses, { ...expected, ...(timeoutMs !== undefined && { timeoutMs }) })
  if (!read.sources) {
    await refuse(services, by, read.reports)
    return undefined
  }
  const models = [...new Set([...channels.modelGroups().keys()].map(priceName))].sort()
  const history = { undone: await undonePrices(store.db), first: await firstSteps(store.db) }
  const more = { now: nowInSeconds(), ...history }
  const plan = planSync(options.values, models, read.sources, more)
  const id = await store.db.transaction().execute(async (trx) => {
    await rememberLists(trx, read.reports)
    const outcome = plan.changes.length > 0 ? 'changes' : 'same'
    const { changes, missing } = plan
    return insertStep(trx, by, {
      kind: 'check',
      outcome,
      sources: read.reports,
      counts: countsOf(plan),
      changes,
      missing,
    })
  })
  return { id, plan }
}

function countsOf({ changes, same, missing }: SyncPlan): SyncCounts {
  const counts = { ...NO_COUNTS, same, missing: missing.length }
  for (const { verdict } of changes) counts[verdict] += 1
  return counts
}

/** Stores a reading that cannot be used. The logs hold it once, however often it is repeated by the schedule. */
async function refuse(services: Platform, by: Author, reports: readonly SyncSourceReport[]): Promise<void> {
  const { store, log } = services
  const bad = reports.filter(({ problem }) => problem !== null)
  const sources = bad.map(({ address, problem, detail }) =>
    withoutPasswords(`${address}: ${problem}${detail && ` (${detail})`}`),
  )
  log.warn({ lists: sources }, 'a price list cannot be used; no price is changed')
  await store.db.transaction().execute(async (trx) => {
    const last = await lastCheck(trx)
    const id = await insertStep(trx, by, {
      kind: 'check',
      outcome: 'failed',
      sources: reports,
      counts: NO_COUNTS,
      changes: [],
      missing: [],
    })
    if (by.userId === 0 && last?.outcome === 'failed') return
    const target = { kind: 'price_sync', id }
    await writeAudit(trx, by, { action: 'price_sync.refuse', target, after: { sources } })
    await writeLog(trx, { type: LOG_TYPE.system, content: refusalText(sources) })
  })
}

const refusalText = (sources: readonly string[]): Words => ({
  zh: `价格同步：价格表不可用，未修改任何价格：${sources.join('；')}`,
  en: `Price sync failed for a list, and no price was changed: ${sources.join('; ')}`,
})
