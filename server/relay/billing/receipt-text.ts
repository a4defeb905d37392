import { NO_USAGE, promptTokens, TOOLS, type TokenKind, tierFactor, type Usage } from '#contract/price.ts'
import type { Receipt } from '#contract/receipt.ts'
import type { Paid } from '../../money/hold.ts'
import type { Quote } from '../../prices/prices.ts'
import { audioCompletionRatio, consumptionText } from '../../receipts/consumption-text.ts'
import { makeTerms, type Terms } from '../../receipts/shared-terms.ts'
import { type OwnPart, tryOf } from '../../receipts/whole-receipt.ts'
import type { Call } from '../request/call.ts'
import type { Outcome } from './charge.ts'

/** What a receipt takes from its call. */
export type ReceiptCall = Pick<Call, 'id' | 'model' | 'quote' | 'attempts'>

/** A receipt as it is kept: what it shares with all others of its price, and what it says beyond that, as JSON. */
export interface ReceiptParts {
  terms: Terms
  other: string
}

/** The Receipt of a call, in its two parts (`receipts/whole-receipt.ts` puts them together). */
export function receiptParts(call: ReceiptCall, outcome: Outcome, paid: Paid): ReceiptParts {
  return { terms: termsOf(call.quote), other: JSON.stringify(ownPart(call, outcome, paid)) }
}

/** There are few prices and many calls. */
const knownTerms = new WeakMap<Quote, Terms>()
const USUAL = { usage_source: 'upstream', end_reason: 'stop' } satisfies Partial<Receipt>

function termsOf(quote: Quote): Terms {
  const known = knownTerms.get(quote)
  if (known !== undefined) return known
  const { price, version, group } = quote
  const shared: Partial<Receipt> = {
    model_ratio: price.modelRatio,
    completion_ratio: price.ratios.output,
    group_ratio: price.groupRatio,
    model_price: price.modelPrice ?? -1,
    price_version: version,
    quota_per_unit: price.quotaPerUnit,
    group,
    ...USUAL,
  }
  const terms = makeTerms(consumptionText(price, USUAL.end_reason), JSON.stringify(shared))
  knownTerms.set(quote, terms)
  return terms
}

/** Members without a value are left out of the JSON. */
function ownPart(call: ReceiptCall, outcome: Outcome, paid: Paid): OwnPart {
  return {
    frt: outcome.firstByteMs,
    ratios: ratiosOf(call.quote, outcome.usage),
    usage: nonZero(outcome.usage),
    tools: outcome.usage.tools && toolsOf(call.quote, outcome.usage.tools),
    tier: tierOf(call.quote, outcome.usage),
    usage_source: outcome.source === USUAL.usage_source ? undefined : outcome.source,
    end_reason: outcome.reason === USUAL.end_reason ? undefined : outcome.reason,
    abort_policy: outcome.abortPolicy,
    carry_in: paid.carryIn,
    carry_out: paid.carryOut,
    payable: outcome.payable,
    ...spokenPart(call.quote, outcome),
    omitted: outcome.omitted?.length ? outcome.omitted.slice(0, MAX_OMITTED).map(shortName) : undefined,
    vendor_reason: outcome.vendorReason && shortName(outcome.vendorReason),
    upstream_model: outcome.upstreamModel === call.model ? undefined : outcome.upstreamModel,
    tries: call.attempts.map(tryOf),
  }
}

/** A row stays small, whatever a caller sends. */
const MAX_OMITTED = 20
const MAX_NAME_LENGTH = 100
const shortName = (name: string) => name.slice(0, MAX_NAME_LENGTH)

/** What consoles of this family show of calls with audio; nothing for all others. */
function spokenPart({ price }: Quote, { usage, realtime }: Outcome): Partial<Receipt> | undefined {
  if (!realtime && usage.audioInput === 0 && usage.audioOutput === 0) return undefined
  return {
    ...(realtime ? { ws: true, session_id: realtime.session } : { audio: true }),
    ...(realtime?.response !== undefined && { response_id: realtime.response }),
    audio_input: usage.audioInput,
    audio_output: usage.audioOutput,
    text_input: promptTokens(usage) - usage.audioInput - usage.imageInput,
    text_output: usage.output,
    audio_ratio: price.ratios.audioInput,
    audio_completion_ratio: audioCompletionRatio(price),
  }
}

const COMPONENTS = Object.keys(NO_USAGE) as TokenKind[]

function nonZero(usage: Usage): Receipt['usage'] {
  const counts: Receipt['usage'] = {}
  for (const component of COMPONENTS) if (usage[component] !== 0) counts[component] = usage[component]
  return counts
}

function tierOf({ rates }: Quote, { tier }: Usage): Receipt['tier'] {
  const factor = tierFactor(rates.tiers, tier)
  return tier === undefined || factor === 1 ? undefined : { name: tier, factor }
}

/** A fixed price has all in it: then there is nothing to tell. */
function toolsOf({ price, rates }: Quote, calls: NonNullable<Usage['tools']>): Receipt['tools'] {
  const paid = TOOLS.filter((tool) => calls[tool] && rates.perTool[tool])
  if (paid.length === 0) return undefined
  return Object.fromEntries(paid.map((tool) => [tool, { calls: calls[tool] ?? 0, price: price.tools?.[tool] ?? 0 }]))
}

const EXTRAS = COMPONENTS.filter((name) => name !== 'input' && name !== 'output' && name !== 'reasoning')

/** Ratios of the components beyond input and output that the usage has. */
function ratiosOf({ price }: Quote, usage: Usage): Receipt['ratios'] {
  let ratios: Receipt['ratios']
  for (const component of EXTRAS) {
    if (usage[component] === 0) continue
    ratios ??= {}
    ratios[component] = price.ratios[component]
  }
  return ratios
}
