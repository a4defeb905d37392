import { type Rates, ratesOf, tierFactor, type Usage } from '#contract/price.ts'
import { type Fields, scanFields } from '../../body/scan-fields.ts'
import { editFields } from '../../body/splice.ts'
import { isIdle, type Priced } from '../../dialects/fields.ts'
import { STANDARD_TIER, tierIn } from '../../dialects/tiers.ts'
import type { Quote } from '../../prices/prices.ts'
import type { FieldEdits } from '../../providers/provider.ts'
import type { Channel } from '../../registry/channels.ts'
import type { Call } from '../request/call.ts'
import { type PricedFields, pricedIn } from '../request/priced-names.ts'
import type { Upstream } from './attempt.ts'

/** What is done to the fields of a call that passes through, because of the vendor's price. */
export interface Pricing {
  /** Leaves fields out; absent = none. */
  edits?: FieldEdits | undefined
  /** The caller's headers for the upstream. */
  forwarded: Call['forwarded']
  /** What is left out, for the log row. */
  omitted: readonly string[]
  /** The tier that the caller has chosen, where it is dearer than the standard one and passes. */
  dearer: string | undefined
}

type PricedCall = Pick<Call, 'endpoint' | 'body' | 'fields' | 'forwarded' | 'quote'>
type Tiered = Pick<Channel, 'settings'>

/** Bytes. */
const LONGEST_NAME = 1024
const UNKNOWN = { is: 'unknown' }

/**
 * Leaves out what would make a call dearer for the operator than its price: values that cost no more pass, and where the
 * channel allows tiers, those pass for which there is a factor. Reads only the fields in question.
 */
export function pricingOf(call: PricedCall, channel: Tiered): Pricing {
  const table = call.endpoint.form ? undefined : pricedIn.get(call.endpoint.format)
  const betas = call.forwarded?.['anthropic-beta']
  const found = table ? new Search(call.quote, channel.settings.service_tiers === true) : undefined
  const edits = table && found?.edits(call.body, call.fields, table, '')
  const kept = channel.settings.service_tiers ? betas : betas && withoutDearBetas(betas)
  return {
    edits,
    forwarded: kept === betas ? call.forwarded : withBetas(call.forwarded, kept),
    omitted: [...(found?.omitted ?? []), ...(kept === betas ? [] : ['anthropic-beta'])],
    dearer: found?.tiers.join('+') || undefined,
  }
}

const OPEN_BRACE = 0x7b

/** Looks for dear values in the bytes of a request, and of objects in it that may have some. */
class Search {
  readonly omitted: string[] = []
  readonly tiers: string[] = []

  constructor(
    private readonly quote: Quote,
    private readonly allowsTiers: boolean,
  ) {}

  /** The edits that leave them out; undefined = there are none. `path` names the object. */
  edits(bytes: Buffer, fields: Fields, table: PricedFields, path: string): FieldEdits | undefined {
    let edits: Record<string, string | undefined> | undefined
    for (const [name, rule] of table) {
      const span = fields.spans.get(name)
      if (!span) continue
      const value = bytes.subarray(span.start, span.end)
      // Of two, one reader takes the first and another the last.
      const isOnce = !fields.repeated.some((repeated) => repeated.name === name)
      if (rule instanceof Map && isOnce) {
        const inside = value[0] === OPEN_BRACE && this.#inside(value, rule, `${path}${name}.`)
        if (inside) edits = { ...edits, [name]: inside }
      } else if (rule instanceof Map || !isOnce || !this.#passes(valueIn(value), rule as Priced)) {
        this.omitted.push(path + name)
        edits = { ...edits, [name]: undefined }
      }
    }
    return edits
  }

  #inside(bytes: Buffer, table: PricedFields, path: string): string | undefined {
    const fields = scanFields(bytes)
    const edits = this.edits(bytes, fields, table, path)
    return edits && editFields(bytes, fields, edits).toString('utf8')
  }

  #passes(value: unknown, rule: Priced): boolean {
    if (isIdle(value) || isFree(value, rule)) return true
    if (rule.perCall && this.quote.price.modelPrice === null) return true
    const chosen = rule.tier && this.allowsTiers ? knownTier(value, this.quote.rates) : undefined
    if (chosen) this.tiers.push(chosen)
    return chosen !== undefined
  }
}

/** What is long, or no JSON after all, names nothing that costs no more. */
function valueIn(bytes: Buffer): unknown {
  if (bytes.length > LONGEST_NAME) return UNKNOWN
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return UNKNOWN
  }
}

const isFree = (value: unknown, { free, tier }: Priced) =>
  free.includes(value) || (tier && (tierIn(value) === STANDARD_TIER || free.includes(tierIn(value))))

/** The tier that a value names, if the price list knows what it costs. */
function knownTier(value: unknown, { tiers }: Rates): string | undefined {
  const tier = tierIn(value)
  return tier !== undefined && tiers && Object.hasOwn(tiers, tier) ? tier : undefined
}

/**
 * Betas for which some models cost more: https://platform.claude.com/docs/en/build-with-claude/fast-mode,
 * https://platform.claude.com/docs/en/build-with-claude/context-windows
 */
const DEAR_BETA = /^(?:fast-mode|context-1m)-/

function withBetas(forwarded: Call['forwarded'], betas = ''): Call['forwarded'] {
  const { 'anthropic-beta': _, ...others } = forwarded ?? {}
  return betas ? { ...others, 'anthropic-beta': betas } : others
}

function withoutDearBetas(betas: string): string {
  const names = betas.split(',').map((name) => name.trim())
  const kept = names.filter((name) => !DEAR_BETA.test(name))
  return kept.length === names.length ? betas : kept.join(',')
}

/** What holds for a call are made by, if a channel that may serve it lets its caller choose a dearer tier. */
export function dearestRates(call: PricedCall, channels: readonly Tiered[]): Rates | undefined {
  const allowing = channels.find(({ settings }) => settings.service_tiers)
  const { price, rates } = call.quote
  const factor = allowing ? tierFactor(rates.tiers, pricingOf(call, allowing).dearer) : 1
  if (factor <= 1) return undefined
  const { modelPrice, modelRatio } = price
  return ratesOf({
    ...price,
    modelRatio: modelRatio * factor,
    modelPrice: modelPrice === null ? null : modelPrice * factor,
  })
}

/** Google names the tier beside the answer: https://ai.google.dev/gemini-api/docs/priority-inference */
const TIER_HEADER = 'x-gemini-service-tier'

/**
 * The usage with the tier that is charged: the one that the answer names, or that was asked for where it names none. A
 * dearer tier is charged only where the caller has chosen it, and never above that one.
 */
export function withChargedTier(usage: Usage, { dearer, format, answer }: Served, { tiers }: Rates): Usage {
  const beside = format === 'gemini' ? tierIn(answer.header(TIER_HEADER)) : undefined
  const tier = usage.tier ?? beside ?? dearer
  if (tier === undefined) return usage
  const { tier: _, ...rest } = usage
  const factor = tierFactor(tiers, tier)
  const most = tierFactor(tiers, dearer)
  if (factor > 1 && factor > most) return dearer === undefined ? rest : { ...rest, tier: dearer }
  return factor === 1 ? rest : { ...rest, tier }
}

type Served = Pick<Upstream, 'dearer' | 'format' | 'answer'>
