import type { RuleKind } from '#contract/alerts/rules.ts'
import { channelType } from '#contract/channel-types/all.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import type { Calls } from '../../../calls/calls.ts'
import { factsOf } from '../../../formats/models/facts.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import { sumWords } from '../../../money/receipts/quota-text.ts'
import { readLastReport } from '../../../money/watchdog/queries.ts'
import type { Platform } from '../../../platform/platform.ts'
import { certificateExpiry } from '../../../wire/egress/certificate.ts'
import { countFailedCalls } from '../../logs/queries.ts'
import { listUnpriced } from '../../unpriced.ts'
import type { VendorBalance } from '../kinds/balance.ts'
import type { BookCheck } from '../kinds/books.ts'
import type { BudgetFacts } from '../kinds/budget.ts'
import type { CacheUse } from '../kinds/cache-share.ts'
import type { CertificateFacts, HostCertificate } from '../kinds/certificate.ts'
import type { ChannelState } from '../kinds/channel-down.ts'
import type { NodeDisk } from '../kinds/disk.ts'
import type { ChannelAttempts } from '../kinds/error-rate.ts'
import type { KeyFacts } from '../kinds/key-down.ts'
import type { ChannelTimes } from '../kinds/latency.ts'
import type { MarginFacts } from '../kinds/margin.ts'
import type { RetirementFacts } from '../kinds/retirement.ts'
import type { SpendFacts } from '../kinds/spend.ts'
import type { UnpricedDemand } from '../kinds/unpriced.ts'
import {
  attempts,
  cacheUse,
  channelStates,
  disks,
  findLosses,
  firstBytes,
  keyStates,
  type SpendColumn,
  spendsOf,
  usedBudgets,
  vendorBalances,
} from './queries.ts'

const DAY = 86_400

/** What the judges of each kind look at; `now` in Unix seconds. */
export interface Facts {
  channel_down: readonly ChannelState[]
  key_down: KeyFacts
  error_rate: readonly ChannelAttempts[]
  latency: readonly ChannelTimes[]
  margin: MarginFacts
  balance: readonly VendorBalance[]
  unpriced: readonly UnpricedDemand[]
  retirement: RetirementFacts
  books: readonly BookCheck[]
  disk: readonly NodeDisk[]
  user_spend: SpendFacts
  token_spend: SpendFacts
  model_spend: SpendFacts
  budget: BudgetFacts
  cache_share: readonly CacheUse[]
  certificate: CertificateFacts
}

/** Reads the facts of each kind. */
export const FACTS: { [K in RuleKind]: (services: Platform & Calls, now: number) => Promise<Facts[K]> } = {
  channel_down: ({ store }, now) => channelStates(store.db, now),
  key_down: ({ store }) => keyStates(store.db),
  error_rate: ({ store }, now) => attempts(store.reads, now),
  latency: ({ store }, now) => firstBytes(store.reads, now),
  margin: async ({ store, options }, now) => ({
    losses: await findLosses(store.reads, now - DAY),
    cent: options.values.QuotaPerUnit / 100,
    money: (units) => sumWords(units, options.values),
  }),
  balance: ({ store }) => vendorBalances(store.db),
  unpriced: demandWithoutPrice,
  retirement: async (services, now) => ({ now, models: retiringModels(services) }),
  books: async ({ store }) => (await readLastReport(store.db))?.report.checks ?? [],
  disk: ({ store }) => disks(store.db),
  user_spend: spendBy('user_id'),
  token_spend: spendBy('token_id'),
  model_spend: spendBy('model_name'),
  budget: async ({ store, options }, now) => ({
    budgets: await usedBudgets(store.db, now),
    money: (units) => sumWords(units, options.values),
  }),
  cache_share: ({ store }, now) => cacheUse(store.reads, now),
  certificate: async ({ channels }, now) => ({ now, hosts: await certificates(channels.all()) }),
}

async function demandWithoutPrice(services: Platform & Calls, now: number): Promise<UnpricedDemand[]> {
  const models = listUnpriced(services).map(({ model }) => model)
  const failed = await countFailedCalls(services.store.reads, models, now - DAY)
  return models.map((model) => ({ model, failed: failed.get(model) ?? 0 }))
}

function retiringModels({ channels, options }: Calls): RetirementFacts['models'] {
  const { ModelCards } = options.values
  return [...channels.modelGroups().keys()].flatMap((model) => {
    const { retires } = factsOf(model, ModelCards)
    return retires ? [{ model, retires }] : []
  })
}

function spendBy(column: SpendColumn) {
  return async ({ store, options }: Platform & Calls, now: number): Promise<SpendFacts> => ({
    spends: await spendsOf(store.reads, column, now),
    money: (units) => sumWords(units, options.values),
  })
}

const AT_ONCE = 8

/** Reads the certificate of each host that enabled channels lead to by https, some at a time. */
async function certificates(channels: Iterable<Channel>): Promise<HostCertificate[]> {
  const origins = new Set<string>()
  for (const { status, type, baseUrl } of channels) {
    const address = baseUrl || channelType(type)?.baseUrl || ''
    if (status !== CHANNEL_STATUS.enabled || !URL.canParse(address)) continue
    const { protocol, origin } = new URL(address)
    if (protocol === 'https:') origins.add(origin)
  }
  const waiting = [...origins].sort()
  const read: HostCertificate[] = []
  const work = async () => {
    for (let origin = waiting.shift(); origin !== undefined; origin = waiting.shift())
      read.push({ host: new URL(origin).host, expires: await certificateExpiry(origin) })
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return read
}
