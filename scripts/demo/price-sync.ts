import type { Calls } from '#server/calls/calls.ts'
import type { Money } from '#server/money/money.ts'
import type { Author } from '#server/platform/audits/write.ts'
import type { Platform } from '#server/platform/platform.ts'
import { applyChanges } from '#server/site/prices/sync/apply.ts'
import { checkLists } from '#server/site/prices/sync/check.ts'
import { saveOption } from '#server/site/settings/save.ts'
import { PRICE_LIST } from '#test/fake-upstream/price-list.ts'

/** Reads a price list of the fake upstream and applies one of its prices, so that some changes wait and one can be undone. */
export async function seedPriceSync(
  services: Platform & Money & Calls,
  by: Author,
  upstreamUrl: string,
): Promise<void> {
  await saveOption(services, by, 'PriceSyncSources', upstreamUrl + PRICE_LIST)
  await saveOption(services, by, 'PriceSyncLocks', 'gpt-4o-mini')
  const check = await checkLists(services, by)
  const first = check?.plan.changes.find(({ verdict }) => verdict === 'ready')
  if (check && first) await applyChanges(services, by, check.id, [first.model])
}
