import { type Rates, ratesOf, type Tiers, tierFactor } from '#contract/prices/price.ts'
import { type Fields, type ScannedBody, scanFields } from '../../../formats/body/scan-fields.ts'
import { editFields } from '../../../formats/body/splice.ts'
import { BadRequest } from '../../../formats/dialects/dialect.ts'
import { isSameAsAbsent, type PricedRule } from '../../../formats/dialects/fields.ts'
import { readTier, STANDARD_TIER } from '../../../formats/dialects/told-price.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import type { FieldEdits } from '../../../formats/providers/provider.ts'
import { type Quote, tiersOf } from '../../../money/prices/quote.ts'
import type { Call } from '../call/call.ts'
import { type PricedFields, pricedFieldsByFormat } from '../read/priced-fields-by-format.ts'
import { costsBeside, countsSearches, tellsCost } from './told-fees.ts'

/** The changes to a passed-through call because of the vendor's price. */
export interface PriceEdits {
  /** Removes fields; absent = none. */
  edits?: FieldEdits | undefined
  /** The caller's headers for the upstream. */
  forwarded: Call['forwarded']
  /** Names of the removed fields, for the log row. */
  omitted: readonly string[]
  /** The tier that the caller has chosen, where it is more expensive than the standard one and is passed on. */
  premiumTier: string | undefined
  /** A field passes whose fee only the cost counts that the vendor tells. */
  byCost: boolean
}

type PricedCall = Pick<Call, 'endpoint' | 'forwarded' | 'quote' | 'model'>
type Tiered = Pick<Channel, 'settings' | 'type'> & { baseUrl?: string | undefined }

/** Bytes. */
const MAX_VALUE_BYTES = 1024
const UNKNOWN = { is: 'unknown' }

/**
 * Removes what would make a call more expensive for the operator than its price. Values without extra cost pass;
 * where the channel allows tiers, those with a known factor pass. Reads only these fields. Throws BadRequest for a tier
 * that the channel refuses. `model`: as it is named to the upstream.
 */
export function priceEditsOf(call: PricedCall, body: ScannedBody, channel: Tiered, model = call.model): PriceEdits {
  const table = call.endpoint.form ? undefined : pricedFieldsByFormat.get(call.endpoint.format)
  const betas = call.forwarded?.['anthropic-beta']
  const found = table ? new PricedFieldSearch(call.quote, channel, model) : undefined
  const edits = table && found?.edits(body.bytes, body.fields, table, '')
  const kept = channel.settings.service_tiers === true ? betas : betas && removePricedBetas(betas)
  if (kept !== betas && channel.settings.service_tiers === 'refuse')
    throw new BadRequest('anthropic-beta', 'this model is not offered in other service tiers')
  return {
    edits,
    forwarded: kept === betas ? call.forwarded : withBetas(call.forwarded, kept),
    omitted: [...(found?.omitted ?? []), ...(kept === betas ? [] : ['anthropic-beta'])],
    premiumTier: found?.tiers.join('+') || undefined,
    byCost: found?.byCost === true || (!call.quote.free && costsBeside(channel, model, body.bytes, call.endpoint)),
  }
}

const OPEN_BRACE = 0x7b
/** https://platform.openai.com/docs/guides/tools-web-search; elsewhere it asks for a search with a fee, too. */
const SEARCH_OPTIONS = 'web_search_options'

/** Searches a request, and the objects in it that may contain priced fields, for values with extra cost. */
class PricedFieldSearch {
  readonly omitted: string[] = []
  readonly tiers: string[] = []
  byCost = false
  readonly #allowsTiers: boolean
  readonly #refusesTiers: boolean
  readonly #costTold: boolean
  readonly #countsSearches: boolean

  constructor(
    private readonly quote: Quote,
    channel: Tiered,
    model: string,
  ) {
    this.#countsSearches = countsSearches(channel, model)
    this.#allowsTiers = channel.settings.service_tiers === true
    this.#refusesTiers = channel.settings.service_tiers === 'refuse'
    this.#costTold = !quote.free && tellsCost(channel)
  }

  /** Returns the edits that remove them; undefined = there are none. `path` is the path of the object. */
  edits(bytes: Buffer, fields: Fields, table: PricedFields, path: string): FieldEdits | undefined {
    let edits: Record<string, string | undefined> | undefined
    for (const [name, rule] of table) {
      const span = fields.spans.get(name)
      if (!span) continue
      const value = bytes.subarray(span.start, span.end)
      // Some parsers take the first of two fields, others the last.
      const isOnce = !fields.repeated.some((repeated) => repeated.name === name)
      if (rule instanceof Map && isOnce && this.#mayAsk(path + name)) {
        const inside = value[0] === OPEN_BRACE && this.#inside(value, rule, `${path}${name}.`)
        if (inside) edits = { ...edits, [name]: inside }
      } else if (rule instanceof Map || !isOnce || !this.#passes(parseValue(value), rule as PricedRule, path + name)) {
        this.omitted.push(path + name)
        edits = { ...edits, [name]: undefined }
      }
    }
    return edits
  }

  /** Whether an object may stay: one that asks for a search does so only where searches are counted. */
  #mayAsk(path: string): boolean {
    if (path !== SEARCH_OPTIONS) return true
    if (this.#costTold) this.byCost = true
    return this.#countsSearches
  }

  #inside(bytes: Buffer, table: PricedFields, path: string): string | undefined {
    const fields = scanFields(bytes)
    const edits = this.edits(bytes, fields, table, path)
    return edits && editFields({ bytes, fields }, edits).toString('utf8')
  }

  #passes(value: unknown, rule: PricedRule, path: string): boolean {
    if (isSameAsAbsent(value) || isFree(value, rule)) return true
    if (rule.perCall && this.quote.price.modelPrice === null) return true
    if (rule.tier && this.#refusesTiers) throw new BadRequest(path, 'this model is not offered in other service tiers')
    if (!rule.tier && this.#costTold) {
      this.byCost = true
      return true
    }
    const chosen = rule.tier && this.#allowsTiers ? knownTier(value, tiersOf(this.quote)) : undefined
    if (chosen) this.tiers.push(chosen)
    return chosen !== undefined
  }
}

/** A long value, or invalid JSON, is treated as one with extra cost. */
function parseValue(bytes: Buffer): unknown {
  if (bytes.length > MAX_VALUE_BYTES) return UNKNOWN
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return UNKNOWN
  }
}

const isFree = (value: unknown, { free, tier }: PricedRule) =>
  free.includes(value) || (tier && (readTier(value) === STANDARD_TIER || free.includes(readTier(value))))

/** Returns the tier that a value names, if the price list has its factor. */
function knownTier(value: unknown, tiers: Tiers | undefined): string | undefined {
  const tier = readTier(value)
  return tier !== undefined && tiers && Object.hasOwn(tiers, tier) ? tier : undefined
}

/**
 * Betas that cost extra for some models: https://platform.claude.com/docs/en/build-with-claude/fast-mode,
 * https://platform.claude.com/docs/en/build-with-claude/context-windows
 */
const PRICED_BETA = /^(?:fast-mode|context-1m)-/

function withBetas(forwarded: Call['forwarded'], betas = ''): Call['forwarded'] {
  const { 'anthropic-beta': _, ...others } = forwarded ?? {}
  return betas ? { ...others, 'anthropic-beta': betas } : others
}

function removePricedBetas(betas: string): string {
  const names = betas.split(',').map((name) => name.trim())
  const kept = names.filter((name) => !PRICED_BETA.test(name))
  return kept.length === names.length ? betas : kept.join(',')
}

/**
 * Returns the rates for a call's hold, if a channel that may serve it allows the caller to choose a more expensive
 * tier.
 */
export function highestRates(call: PricedCall, body: ScannedBody, channels: readonly Tiered[]): Rates | undefined {
  const allowing = channels.find(({ settings }) => settings.service_tiers === true)
  const { price } = call.quote
  const factor = allowing ? tierFactor(tiersOf(call.quote), priceEditsOf(call, body, allowing).premiumTier) : 1
  if (factor <= 1) return undefined
  const { modelPrice, modelRatio } = price
  return ratesOf({
    ...price,
    modelRatio: modelRatio * factor,
    modelPrice: modelPrice === null ? null : modelPrice * factor,
  })
}
