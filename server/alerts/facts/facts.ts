import type { RuleKind } from '#contract/alerts/rules.ts'
import { countFailedCalls } from '../../logs/queries.ts'
import { quotaText } from '../../receipts/quota-text.ts'
import type { Services } from '../../services.ts'
import { listUnpriced } from '../../site/unpriced.ts'
import { readLastReport } from '../../watchdog/queries.ts'
import type { VendorBalance } from '../kinds/balance.ts'
import type { BookCheck } from '../kinds/books.ts'
import type { ChannelState } from '../kinds/channel-down.ts'
import type { NodeDisk } from '../kinds/disk.ts'
import type { ChannelAttempts } from '../kinds/error-rate.ts'
import type { ChannelTimes } from '../kinds/latency.ts'
import type { MarginFacts } from '../kinds/margin.ts'
import type { UnpricedDemand } from '../kinds/unpriced.ts'
import { attempts, channelStates, disks, findLosses, firstBytes, vendorBalances } from './queries.ts'

const DAY = 86_400

/** What the judges of each kind look at; `now` in Unix seconds. */
export interface Facts {
  channel_down: readonly ChannelState[]
  error_rate: readonly ChannelAttempts[]
  latency: readonly ChannelTimes[]
  margin: MarginFacts
  balance: readonly VendorBalance[]
  unpriced: readonly UnpricedDemand[]
  books: readonly BookCheck[]
  disk: readonly NodeDisk[]
}

/** Reads the facts of each kind. */
export const FACTS: { [K in RuleKind]: (services: Services, now: number) => Promise<Facts[K]> } = {
  channel_down: ({ store }) => channelStates(store.db),
  error_rate: ({ store }, now) => attempts(store.reads, now),
  latency: ({ store }, now) => firstBytes(store.reads, now),
  margin: async ({ store, options }, now) => ({
    losses: await findLosses(store.reads, now - DAY),
    money: (units) => quotaText(units, options.values),
  }),
  balance: ({ store }) => vendorBalances(store.db),
  unpriced: demandWithoutPrice,
  books: async ({ store }) => (await readLastReport(store.db))?.report.checks ?? [],
  disk: ({ store }) => disks(store.db),
}

async function demandWithoutPrice(services: Services, now: number): Promise<UnpricedDemand[]> {
  const models = listUnpriced(services).map(({ model }) => model)
  const failed = await countFailedCalls(services.store.reads, models, now - DAY)
  return models.map((model) => ({ model, failed: failed.get(model) ?? 0 }))
}
