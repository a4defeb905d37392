import type { CatalogueCard, GroupPrices } from '#contract/api/models.ts'
import { decimalProduct } from '#contract/decimal.ts'

/** The card of a model with the prices that a user with a separate ratio pays. */
export function cardForUser(card: CatalogueCard, ratio: number): CatalogueCard {
  if (ratio === 1) return card
  return {
    ...card,
    prices: card.prices.map((prices) => pricesForUser(prices, ratio)),
    conditional_prices: card.conditional_prices.map(({ when, prices }) => ({
      when,
      prices: pricesForUser(prices, ratio),
    })),
  }
}

function pricesForUser({ group, tools, ...prices }: GroupPrices, ratio: number): GroupPrices {
  const times = (usd: string) => decimalProduct(Number(usd), ratio)
  const own = Object.entries(prices).map(([name, usd]) => [name, usd === null ? null : times(usd)] as const)
  return {
    group,
    ...(Object.fromEntries(own) as typeof prices),
    tools: Object.fromEntries(Object.entries(tools).map(([name, usd]) => [name, times(usd)])),
  }
}
