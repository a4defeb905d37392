import type { IMPORT_PRICES } from '#contract/api/imports.ts'
import { type Remark, remark } from '../report.ts'
import type { Row } from '../source/reader.ts'
import { flag, number, text } from './row.ts'

/** `differing`: those that the price list here does not say; `all`; `none`. */
export type PriceChoice = (typeof IMPORT_PRICES)[number]

export const PRICE_KEYS = ['ModelPrice', 'ModelRatio', 'CompletionRatio', 'CacheRatio'] as const
export type PriceMaps = Record<(typeof PRICE_KEYS)[number], Record<string, number>>

/** The entries of price maps that are wanted. Entries that are no numbers are dropped. */
export function keptPrices(
  maps: PriceMaps,
  choice: { prices: PriceChoice; isListed(map: keyof PriceMaps, model: string, value: number): boolean },
  remarks: Remark[],
): PriceMaps {
  const kept: PriceMaps = { ModelPrice: {}, ModelRatio: {}, CompletionRatio: {}, CacheRatio: {} }
  for (const key of PRICE_KEYS) {
    for (const [model, value] of Object.entries(maps[key])) {
      if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) continue
      if (choice.prices === 'none') remarks.push(remark('prices_none', model))
      else if (choice.prices === 'differing' && choice.isListed(key, model, value)) {
        remarks.push(remark('price_default', model))
      } else {
        kept[key][model] = value
        remarks.push(remark('price_taken', `${model} (${key})`))
      }
    }
  }
  return kept
}

/** Dollars of a ratio of 1 where one-hub charges by the call. */
const USD_PER_CALL_RATIO = 0.002
const DECIMALS = 6

/**
 * The table of one-hub: an input and an output ratio for tokens, or one price for a call. A locked price is the
 * operator's own; the others follow the list that the program downloads.
 */
export function oneHubPrices(rows: readonly Row[], remarks: Remark[]): PriceMaps {
  const maps: PriceMaps = { ModelPrice: {}, ModelRatio: {}, CompletionRatio: {}, CacheRatio: {} }
  for (const row of rows) {
    const model = text(row, 'model')
    const [input, output] = [number(row, 'input'), number(row, 'output')]
    if (!model || (input === 0 && output === 0)) continue
    if (text(row, 'type') === 'times') maps.ModelPrice[model] = rounded(input * USD_PER_CALL_RATIO)
    else if (input > 0) {
      maps.ModelRatio[model] = input
      maps.CompletionRatio[model] = rounded(output / input)
    } else remarks.push(remark('price_kind', model))
    if (flag(row, 'locked') && text(row, 'extra_ratios').length > 2) remarks.push(remark('price_kind', model))
  }
  return maps
}

const rounded = (value: number) => Number(value.toFixed(DECIMALS))
