import { decimalRatio } from '#contract/decimal.ts'
import { isRecord } from '#contract/is-record.ts'
import type { LengthTier, ListTokenPrices } from '#contract/prices/sync/synced-prices.ts'
import { compact, type Json, listPriceOf, type PriceList, readAmount, readEntries } from './price-list.ts'

/** LiteLLM's `model_prices_and_context_window.json`: an object of models, in USD per token. */

/** An entry that only explains the fields. */
const SAMPLE = 'sample_spec'
const MILLION = 1_000_000

/** Our components by the list's fields. */
const FIELDS = {
  input: 'input_cost_per_token',
  output: 'output_cost_per_token',
  reasoning: 'output_cost_per_reasoning_token',
  cache_read: 'cache_read_input_token_cost',
  cache_write_5m: 'cache_creation_input_token_cost',
  cache_write_1h: 'cache_creation_input_token_cost_above_1hr',
  audio_input: 'input_cost_per_audio_token',
  audio_output: 'output_cost_per_audio_token',
  image_input: 'input_cost_per_image_token',
  image_output: 'output_cost_per_image_token',
} as const satisfies Record<keyof ListTokenPrices, string>

/** Service tiers by what the list appends to the names of fields. */
const TIERS = { priority: 'priority', flex: 'flex', batch: 'batches' } as const

/** Kinds of models whose answer is not counted in tokens. */
const WITHOUT_OUTPUT = ['embedding', 'rerank', 'moderation']
/** Kinds that are sold by the call, for which the list has a price of an image. */
const BY_IMAGE = 'image_generation'

/** Whether a document is such a list. */
export function isLiteLlm(document: unknown): document is Json {
  if (!isRecord(document)) return false
  return Object.values(document).some((entry) => isRecord(entry) && typeof entry.litellm_provider === 'string')
}

export function readLiteLlm(document: Json): PriceList {
  const models = Object.entries(document).flatMap(([name, entry]) =>
    name === SAMPLE || !isRecord(entry) ? [] : [modelOf(name, entry)],
  )
  return readEntries('litellm', models)
}

function modelOf(name: string, entry: Json) {
  const seller = typeof entry.litellm_provider === 'string' ? entry.litellm_provider : ''
  const id = name.startsWith(`${seller}/`) ? name.slice(seller.length + 1) : name
  const bands = bandsOf(entry)
  const base = { ...bands[0], ...tokensOf(entry) }
  const price = listPriceOf(base, {
    perCall: perCallOf(entry),
    lengths: [...lengthsOf(entry), ...bands.slice(1)],
    tiers: tiersOf(entry),
    withoutOutput: WITHOUT_OUTPUT.includes(String(entry.mode)),
  })
  return { name, seller, id, price }
}

function tokensOf(entry: Json, suffix = ''): ListTokenPrices {
  return compact<ListTokenPrices>(
    Object.fromEntries(
      Object.entries(FIELDS).map(([component, field]) => [component, readAmount(entry[field + suffix], MILLION)]),
    ),
  )
}

function perCallOf(entry: Json): string | undefined {
  const perImage = entry.mode === BY_IMAGE ? (entry.output_cost_per_image ?? entry.input_cost_per_image) : undefined
  const amount = readAmount(entry.input_cost_per_request ?? entry.input_cost_per_query ?? perImage)
  return Number(amount ?? 0) > 0 ? amount : undefined
}

const LENGTH_SUFFIX = /_above_(\d{1,6})k_tokens$/

/** Prices such as `input_cost_per_token_above_200k_tokens`. */
function lengthsOf(entry: Json): LengthTier[] {
  const sizes = new Set(Object.keys(entry).flatMap((field) => LENGTH_SUFFIX.exec(field)?.[1] ?? []))
  return [...sizes].map((size) => ({ above: Number(size) * 1000, ...tokensOf(entry, `_above_${size}k_tokens`) }))
}

/** Prices such as `"tiered_pricing": [{ "range": [0, 32000], "input_cost_per_token": … }]`; the first is the model's. */
function bandsOf(entry: Json): LengthTier[] {
  const bands = Array.isArray(entry.tiered_pricing) ? entry.tiered_pricing.filter(isRecord) : []
  return bands
    .flatMap((band) => {
      const start = Array.isArray(band.range) ? Number(band.range[0]) : Number.NaN
      return Number.isSafeInteger(start) && start >= 0 ? [{ above: start, ...tokensOf(band) }] : []
    })
    .sort((a, b) => a.above - b.above)
}

/** A tier has one factor for all prices: the dearest, where they differ. */
function tiersOf(entry: Json): Record<string, string> {
  const standard = tokensOf(entry)
  const factors: Record<string, number> = {}
  for (const [tier, suffix] of Object.entries(TIERS)) {
    const prices = tokensOf(entry, `_${suffix}`)
    for (const component of ['input', 'output'] as const) {
      const [usd, base] = [prices[component], Number(standard[component] ?? 0)]
      if (usd === undefined || !(base > 0) || Number(usd) === 0) continue
      factors[tier] = Math.max(factors[tier] ?? 0, decimalRatio(Number(usd), base))
    }
  }
  const others = isRecord(entry.provider_specific_entry) ? entry.provider_specific_entry : {}
  for (const tier of ['fast', 'us']) {
    const factor = readAmount(others[tier])
    if (Number(factor ?? 0) > 0) factors[tier] = Number(factor)
  }
  return Object.fromEntries(Object.entries(factors).map(([tier, factor]) => [tier, readAmount(factor) ?? '1']))
}
