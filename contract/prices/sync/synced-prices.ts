/** Prices of models that a price sync took from a public list. Plain data. */

/** What a list can price, per million tokens. */
export const LIST_COMPONENTS = [
  'input',
  'output',
  'reasoning',
  'cache_read',
  'cache_write_5m',
  'cache_write_1h',
  'audio_input',
  'audio_output',
  'image_input',
  'image_output',
] as const
export type ListComponent = (typeof LIST_COMPONENTS)[number]

/** Plain decimals, in USD per million tokens. */
export type ListTokenPrices = Partial<Record<ListComponent, string>>

/** Other prices for prompts of more than `above` tokens. */
export interface LengthTier extends ListTokenPrices {
  above: number
}

/** The price of one model in a list. What the list does not name is absent. */
export interface ListPrice extends ListTokenPrices {
  /** USD per call; the model is not billed by tokens then. */
  per_call?: string
  /** By growing length. */
  lengths?: readonly LengthTier[]
  /** Prices of service tiers relative to the standard one, such as `priority`. */
  tiers?: Readonly<Record<string, string>>
}

/** A price as a sync stored it. */
export interface SyncedPrice extends ListPrice {
  /** The address of the list. */
  source: string
  /** Unix seconds of the sync. */
  at: number
}

/** By the names of models. They stand between the built-in list and the operator's own prices. */
export type SyncedPrices = Readonly<Record<string, SyncedPrice>>
