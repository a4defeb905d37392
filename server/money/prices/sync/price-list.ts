import { decimalProduct } from '#contract/decimal.ts'
import type { LIST_SHAPES } from '#contract/prices/sync/price-changes.ts'
import {
  type LengthTier,
  LIST_COMPONENTS,
  type ListPrice,
  type ListTokenPrices,
} from '#contract/prices/sync/synced-prices.ts'

/** Public price lists, whatever their shape. Pure functions over exact decimals. */

export type ListShape = (typeof LIST_SHAPES)[number]

/** One model of a list. */
export interface ListEntry {
  /** The whole name in the list, such as `openai/gpt-5`. */
  name: string
  /** Who sells the model at this price, as the list calls them. */
  seller: string
  /** The name of the model at the seller. */
  id: string
  price: ListPrice
}

export interface PriceList {
  shape: ListShape
  /** Models with a price that can be used. */
  entries: readonly ListEntry[]
  /** Models that the list prices in a way that no price of ours can express. */
  skipped: number
}

export type Json = Readonly<Record<string, unknown>>

/** Prices of a million tokens above this are an error of the list. */
const MAX_USD = 10_000
const PLAIN = /^\d{1,20}(?:\.\d{1,40})?(?:e[+-]?\d{1,3})?$/i

/**
 * Reads a price, a number or its text, and multiplies it. Returns the product as a plain decimal to eight significant
 * digits; undefined = there is none, or it is no price.
 */
export function readAmount(value: unknown, times = 1): string | undefined {
  const number = typeof value === 'string' && PLAIN.test(value.trim()) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number) || number < 0) return undefined
  const usd = decimalProduct(number, times)
  return Number(usd) > MAX_USD || usd.length > 20 ? undefined : usd
}

/** Drops what is not there, so that equal prices are equal objects. */
export function compact<T extends object>(fields: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T
}

/**
 * Puts together the price of a model: per token with prices of input and output, or per call. Returns `unusable` for
 * prices that no ratio to the input price can express, and undefined for a model without any price.
 */
export function listPriceOf(
  tokens: ListTokenPrices,
  more: {
    perCall?: string | undefined
    lengths?: readonly LengthTier[]
    tiers?: Record<string, string>
    /** The kind of model has no output that costs anything, such as embeddings. */
    withoutOutput?: boolean
  } = {},
): ListPrice | 'unusable' | undefined {
  const { perCall, lengths = [], tiers = {}, withoutOutput = false } = more
  const output = tokens.output ?? (withoutOutput && tokens.input !== undefined ? '0' : undefined)
  if (tokens.input === undefined || output === undefined) {
    return perCall !== undefined && Object.values(tokens).every((usd) => Number(usd ?? 0) === 0)
      ? { per_call: perCall }
      : Object.values(tokens).some((usd) => usd !== undefined) || perCall !== undefined
        ? 'unusable'
        : undefined
  }
  // A price per call on top of tokens cannot be charged.
  if (Number(perCall ?? 0) > 0) {
    return Number(tokens.input) === 0 && Number(output) === 0 ? { per_call: perCall as string } : 'unusable'
  }
  const all = { ...tokens, output }
  if (Number(tokens.input) === 0) {
    return LIST_COMPONENTS.some((name) => Number(all[name] ?? 0) > 0) ? 'unusable' : { input: '0', output: '0' }
  }
  const { audio_output, ...others } = all
  const usable = Number(all.audio_input ?? 0) > 0 ? all : others
  const bands = lengths
    .filter((tier) => LIST_COMPONENTS.some((name) => tier[name] !== undefined && tier[name] !== all[name]))
    .sort((a, b) => a.above - b.above)
  return compact<ListPrice>({
    ...(compact<ListTokenPrices>(usable) as ListPrice),
    lengths: bands.length > 0 ? bands : undefined,
    tiers: Object.keys(tiers).length > 0 ? tiers : undefined,
  })
}

/** Reads a list of models with a reader for one. */
export function readEntries(
  shape: ListShape,
  models: readonly (Omit<ListEntry, 'price'> & { price: ReturnType<typeof listPriceOf> })[],
): PriceList {
  const entries = models.flatMap(({ price, ...model }) =>
    price === undefined || price === 'unusable' ? [] : [{ ...model, price }],
  )
  return { shape, entries, skipped: models.filter(({ price }) => price === 'unusable').length }
}
