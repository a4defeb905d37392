import { NO_USAGE, promptTokens, TOOLS, type TokenKind, tierFactor, type Usage } from '#contract/prices/price.ts'
import type { AttemptRecord, Receipt } from '#contract/receipt.ts'
import type { Quote } from '../prices/quote.ts'
import type { ChargeOutcome } from './charge-outcome.ts'
import { audioCompletionRatio, consumptionText } from './consumption-text.ts'
import { createTerms, type Terms } from './shared-terms.ts'
import { type OwnPart, toAttemptTuple } from './whole-receipt.ts'

/** The facts of a call that its receipt uses. */
export interface ReceiptCall {
  readonly model: string
  /** The model that the caller asked for, where another one served it. */
  readonly requestedModel?: string | undefined
  readonly attempts: readonly AttemptRecord[]
  /** The channels that were to be tried, in their order, where there were several. */
  readonly order?: readonly number[] | undefined
}

/** Thousandths of the user's balance before and after the charge, and what it counts in beside the balance. */
export interface Carry {
  readonly carryIn: number
  readonly carryOut: number
  /** Ids of the windows of budgets that the charge counts in. */
  readonly budgets?: readonly number[]
}

/** A receipt as it is stored: the terms that all receipts of its price share, and its own fields as JSON. */
export interface ReceiptParts {
  terms: Terms
  other: string
}

/** Creates the receipt of a call in its two parts (`whole-receipt.ts` joins them). */
export function createReceipt(call: ReceiptCall, outcome: ChargeOutcome, paid: Carry): ReceiptParts {
  return { terms: termsOf(outcome.quote), other: JSON.stringify(ownFields(call, outcome, paid)) }
}

/** Cached by quote: there are few prices and many calls. */
const termsByQuote = new WeakMap<Quote, Terms>()
const DEFAULTS = { usage_source: 'upstream', end_reason: 'stop' } satisfies Partial<Receipt>

function termsOf(quote: Quote): Terms {
  const known = termsByQuote.get(quote)
  if (known !== undefined) return known
  const { price, version, group, rules } = quote
  const shared: Partial<Receipt> = {
    model_ratio: price.modelRatio,
    completion_ratio: price.ratios.output,
    group_ratio: price.groupRatio,
    user_ratio: price.userRatio,
    model_price: price.modelPrice ?? -1,
    price_rules: rules,
    price_version: version,
    quota_per_unit: price.quotaPerUnit,
    group,
    ...DEFAULTS,
  }
  const terms = createTerms(consumptionText(price, DEFAULTS.end_reason), JSON.stringify(shared))
  termsByQuote.set(quote, terms)
  return terms
}

/** Members without a value are left out of the JSON. */
function ownFields(call: ReceiptCall, outcome: ChargeOutcome, paid: Carry): OwnPart {
  return {
    frt: outcome.firstByteMs,
    ratios: ratiosOf(outcome.quote, outcome.usage),
    usage: nonZero(outcome.usage),
    tools: outcome.usage.tools && toolsOf(outcome.quote, outcome.usage.tools),
    tier: tierOf(outcome.quote, outcome.usage),
    told_cost: outcome.usage.told,
    units: outcome.quote.price.modelPrice === null ? undefined : outcome.usage.units,
    usage_source: outcome.source === DEFAULTS.usage_source ? undefined : outcome.source,
    estimate: outcome.estimate,
    end_reason: outcome.reason === DEFAULTS.end_reason ? undefined : outcome.reason,
    abort_policy: outcome.abortPolicy,
    carry_in: paid.carryIn,
    carry_out: paid.carryOut,
    budgets: paid.budgets,
    waived: outcome.waived,
    payable: outcome.payable,
    ...audioFields(outcome),
    omitted: outcome.omitted?.length ? outcome.omitted.slice(0, MAX_OMITTED).map(truncateName) : undefined,
    vendor_reason: outcome.vendorReason && truncateName(outcome.vendorReason),
    requested_model: call.requestedModel,
    upstream_model: outcome.upstreamModel === call.model ? undefined : outcome.upstreamModel,
    upstream_id: outcome.upstreamId,
    order: call.order,
    tries: call.attempts.map(toAttemptTuple),
  }
}

/** Limits that keep a row small, whatever a caller sends. */
const MAX_OMITTED = 20
const MAX_NAME_LENGTH = 100
const truncateName = (name: string) => name.slice(0, MAX_NAME_LENGTH)

/** Returns the fields that consoles of this family show for calls with audio; undefined for all others. */
function audioFields({ quote: { price }, usage, realtime }: ChargeOutcome): Partial<Receipt> | undefined {
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

function tierOf({ rates, rules = [] }: Quote, { tier }: Usage): Receipt['tier'] {
  const factor = tierFactor(rates.tiers, tier)
  const hasOwnPrices = rules.some((rule) => rule.tier !== undefined)
  return tier === undefined || (factor === 1 && !hasOwnPrices) ? undefined : { name: tier, factor }
}

/** Returns undefined for a price per call, which includes all tools. */
function toolsOf({ price, rates }: Quote, calls: NonNullable<Usage['tools']>): Receipt['tools'] {
  const paid = TOOLS.filter((tool) => calls[tool] && rates.perTool[tool])
  if (paid.length === 0) return undefined
  return Object.fromEntries(paid.map((tool) => [tool, { calls: calls[tool] ?? 0, price: price.tools?.[tool] ?? 0 }]))
}

const EXTRAS = COMPONENTS.filter((name) => name !== 'input' && name !== 'output' && name !== 'reasoning')

/** Returns the ratios of the usage's components other than input and output. */
function ratiosOf({ price }: Quote, usage: Usage): Receipt['ratios'] {
  let ratios: Receipt['ratios']
  if (usage.reasoning > 0 && price.ratios.reasoning !== undefined) ratios = { reasoning: price.ratios.reasoning }
  for (const component of EXTRAS) {
    if (usage[component] === 0) continue
    ratios ??= {}
    ratios[component] = price.ratios[component]
  }
  return ratios
}
