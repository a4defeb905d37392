import type { Options } from '#server/options/open-options.ts'
import { createPriceBook } from '#server/prices/prices.ts'

/** A price book of an operator who has set these options, for tests. `now` in milliseconds since the epoch. */
export const bookWith = (values: object, now?: () => number) =>
  createPriceBook(
    {
      version: 1,
      text: () => '',
      values: {
        ModelPrice: {},
        ModelRatio: {},
        CompletionRatio: {},
        CacheRatio: {},
        ToolPrice: {},
        PriceRules: {},
        GroupRatio: { default: 1, vip: 0.5 },
        QuotaPerUnit: 500_000,
        SellUnpricedModelsEnabled: false,
        UnpricedModelRatio: 0,
        ...values,
      },
    } as unknown as Options,
    now,
  )
