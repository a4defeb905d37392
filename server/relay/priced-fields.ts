import { type Rates, ratesOf, tierFactor, type Usage } from '#contract/price.ts'
import type { Channel } from '../channels/registry.ts'
import { isIdle, type Priced } from '../dialects/fields.ts'
import { STANDARD_TIER, tierIn } from '../dialects/tiers.ts'
import type { FieldEdits } from '../providers/provider.ts'
import type { Upstream } from './attempt.ts'
import type { Call } from './call.ts'
import { pricedIn } from './priced-names.ts'
import { readField } from './read-call.ts'

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
const LONG = { long: true }

/**
 * Leaves out what would make a call dearer for the operator than its price: values that cost no more pass, and where the
 * channel allows tiers, those pass for which there is a factor. Reads only the fields in question.
 */
export function pricingOf(call: PricedCall, channel: Tiered): Pricing {
  const found = pricedIn.get(call.endpoint.format)?.filter(([name]) => call.fields.spans.has(name)) ?? []
  const betas = call.forwarded?.['anthropic-beta']
  if (call.endpoint.form || (found.length === 0 && betas === undefined))
    return { ...NOTHING, forwarded: call.forwarded }
  const edits: Record<string, undefined> = {}
  const tiers: string[] = []
  for (const [name, rule] of found) {
    const value = shortValue(call, name)
    if (isIdle(value) || isFree(value, rule)) continue
    const chosen = rule.tier && channel.settings.service_tiers ? knownTier(value, call.quote.rates) : undefined
    if (chosen) tiers.push(chosen)
    else edits[name] = undefined
  }
  const dropped = Object.keys(edits)
  const kept = channel.settings.service_tiers ? betas : betas && withoutDearBetas(betas)
  return {
    edits: dropped.length > 0 ? edits : undefined,
    forwarded: kept === betas ? call.forwarded : withBetas(call.forwarded, kept),
    omitted: [...dropped, ...(kept === betas ? [] : ['anthropic-beta'])],
    dearer: tiers.join('+') || undefined,
  }
}

const NOTHING = { omitted: [], dearer: undefined }

/** A value that is long names no tier. */
function shortValue({ body, fields }: PricedCall, name: string): unknown {
  const { start = 0, end = 0 } = fields.spans.get(name) ?? {}
  return end - start > LONGEST_NAME ? LONG : readField(body, fields, name)
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
