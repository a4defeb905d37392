import { isRecord } from '#contract/is-record.ts'
import type { LengthTier, ListTokenPrices } from '#contract/prices/sync/synced-prices.ts'
import { compact, type Json, listPriceOf, type PriceList, readAmount, readEntries } from './price-list.ts'

/** OpenRouter's `/api/v1/models`: a list of models, in USD per token as texts. */

const MILLION = 1_000_000

const FIELDS = {
  input: 'prompt',
  output: 'completion',
  reasoning: 'internal_reasoning',
  cache_read: 'input_cache_read',
  cache_write_5m: 'input_cache_write',
  cache_write_1h: 'input_cache_write_1h',
  audio_input: 'audio',
  audio_output: 'audio_output',
} as const satisfies Partial<Record<keyof ListTokenPrices, string>>

/** Whether a document is such a list. */
export const isOpenRouter = (document: unknown): document is { data: unknown[] } =>
  isRecord(document) &&
  Array.isArray(document.data) &&
  document.data.some((model) => isRecord(model) && typeof model.id === 'string' && isRecord(model.pricing))

export function readOpenRouter({ data }: { data: unknown[] }): PriceList {
  const models = data.flatMap((model) => {
    if (!isRecord(model) || typeof model.id !== 'string' || !isRecord(model.pricing)) return []
    const slash = model.id.indexOf('/')
    const [seller, id] = [model.id.slice(0, Math.max(slash, 0)), model.id.slice(slash + 1)]
    return [{ name: model.id, seller, id, price: priceOf(model.pricing) }]
  })
  return readEntries('openrouter', models)
}

function priceOf(pricing: Json) {
  // −1 stands for a price that depends on where the call is sent.
  if (Number(pricing.prompt) < 0 || Number(pricing.completion) < 0) return 'unusable'
  return listPriceOf(tokensOf(pricing), {
    perCall: Number(pricing.request) > 0 ? readAmount(pricing.request) : undefined,
    lengths: lengthsOf(pricing),
  })
}

/** A price of 0 beside others means that there is none, except for input and output. */
function tokensOf(pricing: Json): ListTokenPrices {
  const read = Object.entries(FIELDS).map(([component, field]) => {
    const usd = readAmount(pricing[field], MILLION)
    const isBase = component === 'input' || component === 'output'
    return [component, !isBase && Number(usd ?? 0) === 0 ? undefined : usd]
  })
  return compact<ListTokenPrices>(Object.fromEntries(read))
}

/** Prices that hold for long prompts, and on no other condition. */
function lengthsOf(pricing: Json): LengthTier[] {
  const overrides = Array.isArray(pricing.overrides) ? pricing.overrides.filter(isRecord) : []
  return overrides.flatMap(({ min_prompt_tokens: above, ...prices }) => {
    const known: readonly string[] = Object.values(FIELDS)
    const isOnLengthOnly = Object.keys(prices).every((field) => known.includes(field))
    const isLength = Number.isSafeInteger(above) && Number(above) > 0
    return isLength && isOnLengthOnly ? [{ above: Number(above), ...tokensOf(prices) }] : []
  })
}
