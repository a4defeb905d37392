import {
  applyPriceSync,
  checkPriceLists,
  getPriceSync,
  lockPrice,
  savePriceSync,
  undoPriceSync,
} from '#contract/api/price-sync.ts'
import { getPriceTable, savePrices as savePricesEndpoint } from '#contract/api/price-table.ts'
import type { Routes } from '../../people/sessions/bind.ts'
import type { Author } from '../../platform/audits/write.ts'
import type { Platform } from '../../platform/platform.ts'
import { saveOption, saveOptions, savePrices } from '../settings/save.ts'
import { priceTable } from './price-table.ts'
import { applyChanges, undoLast } from './sync/apply.ts'
import { checkLists } from './sync/check.ts'
import { priceSync } from './sync/present.ts'

/** The prices of the console, and their sync with public lists. */
export function priceRoutes(routes: Routes): void {
  routes.guarded(getPriceTable, ({ services }) => priceTable(services))
  routes.guarded(savePricesEndpoint, ({ services, by, body }) => savePrices(services, by, body.changes))
  routes.guarded(getPriceSync, ({ services }) => priceSync(services))
  routes.guarded(savePriceSync, async ({ services, by, body }) => {
    await saveOptions(services, by, [
      { key: 'PriceSyncSources', value: body.sources.join('\n') },
      { key: 'PriceSyncSchedule', value: body.schedule },
      { key: 'PriceSyncMaxChange', value: String(body.max_change) },
      { key: 'PriceSyncMaxLoss', value: String(body.max_loss) },
    ])
    return priceSync(services)
  })
  routes.guarded(checkPriceLists, async ({ services, by }) => {
    await checkLists(services, by)
    return priceSync(services)
  })
  routes.guarded(applyPriceSync, async ({ services, by, body }) => {
    await applyChanges(services, by, body.check, body.models)
    return priceSync(services)
  })
  routes.guarded(undoPriceSync, async ({ services, by, body }) => {
    await undoLast(services, by, body.id)
    return priceSync(services)
  })
  routes.guarded(lockPrice, async ({ services, by, body }) => {
    await lock(services, by, body.model, body.locked)
    return priceSync(services)
  })
}

/** Sets or takes off a lock. Refused with `option_changed_meanwhile` if the list of locks changes at the same time. */
async function lock(services: Platform, by: Author, model: string, locked: boolean): Promise<void> {
  const others = services.options.values.PriceSyncLocks.filter((name) => name !== model)
  const text = (locked ? [...others, model] : others).join(',')
  await saveOption(services, by, 'PriceSyncLocks', text, services.options.text('PriceSyncLocks'))
}
