import { createPriceBook } from '#server/money/prices/prices.ts'
import type { Options } from '#server/platform/options/open-options.ts'

/** The values of an operator who has set these options, as far as prices are concerned. */
export const priceBookValues = (values: object): Options['values'] =>
  ({
    ModelPrice: {},
    ModelRatio: {},
    CompletionRatio: {},
    CacheRatio: {},
    ToolPrice: {},
    PriceRules: {},
    SyncedPrices: {},
    PriceSyncMaxChange: 25,
    PriceSyncLocks: [],
    GroupRatio: { default: 1, vip: 0.5 },
    QuotaPerUnit: 500_000,
    SellUnpricedModelsEnabled: false,
    UnpricedModelRatio: 0,
    ...values,
  }) as unknown as Options['values']

/** A price book of an operator who has set these options, for tests. `now` in milliseconds since the epoch. */
export const bookWith = (values: object, now?: () => number) =>
  createPriceBook({ version: 1, text: () => '', values: priceBookValues(values) } as unknown as Options, now)
