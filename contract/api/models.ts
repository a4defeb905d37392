import * as z from 'zod/mini'
import { FEATURES, INPUT_MODALITIES, MODEL_FORMATS, MODEL_KINDS, OUTPUT_MODALITIES } from '../models.ts'
import { priceConditions } from '../prices/price-rule-schemas.ts'
import { endpoint } from './endpoint.ts'
import { publicPrice } from './public-prices.ts'

/** A model of the catalogue. `null` or an empty list: not known. */
export const catalogueRow = z.object({
  name: z.string(),
  /** "" = not known. */
  vendor: z.string(),
  kind: z.nullable(z.enum(MODEL_KINDS)),
  /** One sentence in both languages. */
  description: z.nullable(z.object({ zh: z.string(), en: z.string() })),
  /** Tokens. */
  context: z.nullable(z.number()),
  /** Tokens. */
  max_output: z.nullable(z.number()),
  input: z.array(z.enum(INPUT_MODALITIES)),
  output: z.array(z.enum(OUTPUT_MODALITIES)),
  features: z.array(z.enum(FEATURES)),
  /** Day of the vendor's release. */
  released: z.nullable(z.string()),
  /** The vendor has announced its end, or has ended it. */
  deprecated: z.boolean(),
  /** Day on which the vendor ends it. */
  retires: z.nullable(z.string()),
  /** The formats in which callers reach it; their paths are FORMAT_PATHS. */
  formats: z.array(z.enum(MODEL_FORMATS)),
  ...z.pick(publicPrice, {
    enable_groups: true,
    quota_type: true,
    model_ratio: true,
    model_price: true,
    completion_ratio: true,
  }).shape,
})
export type CatalogueRow = z.infer<typeof catalogueRow>

const usd = z.nullable(z.string())

/** Prices of a model for a group as exact decimals; `null` = nothing is charged by it. */
export const groupPrices = z.object({
  group: z.string(),
  /** USD per million tokens. */
  input: usd,
  output: usd,
  cache_read: usd,
  cache_write_5m: usd,
  cache_write_1h: usd,
  audio_input: usd,
  audio_output: usd,
  /** USD per call. */
  per_call: usd,
  /** USD per call of a tool that the vendor runs, by tool. */
  tools: z.record(z.string(), z.string()),
})
export type GroupPrices = z.infer<typeof groupPrices>

/** The fields of a request in one format. */
export const formatParameters = z.object({
  format: z.enum(MODEL_FORMATS),
  path: z.string(),
  /** Fields that count with every vendor and that the model accepts. Others pass where the vendor has the same format. */
  parameters: z.array(z.string()),
})
export type FormatParameters = z.infer<typeof formatParameters>

export const catalogueCard = z.object({
  ...catalogueRow.shape,
  formats_in_detail: z.array(formatParameters),
  /** Values of `reasoning_effort` that the model accepts; `null` = not known. */
  reasoning_efforts: z.nullable(z.array(z.string())),
  prices: z.array(groupPrices),
  /** Other prices under conditions, by group; conditions of several entries may hold at once. */
  conditional_prices: z.array(z.object({ when: priceConditions, prices: groupPrices })),
  /** Factor on the prices of tokens and calls, by the service tier that served a call. */
  tiers: z.record(z.string(), z.string()),
})
export type CatalogueCard = z.infer<typeof catalogueCard>

export const listModelCards = endpoint('GET /api/models/cards', 'public', {
  summary: 'The catalogue: all models that some group can use, with what is known of them',
  reply: z.array(catalogueRow),
  /** `facts_version`: the day of the built-in facts. */
  beside: z.object({ group_ratio: z.record(z.string(), z.number()), facts_version: z.string() }),
})

const MAX_NAME = 255

export const getModelCard = endpoint('GET /api/models/card', 'public', {
  summary: 'One model of the catalogue, with its parameters by format and its prices by group; 404 if it is not there',
  query: z.object({ name: z.string().check(z.minLength(1), z.maxLength(MAX_NAME)) }),
  reply: catalogueCard,
})
