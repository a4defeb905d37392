import { NO_USAGE, promptTokens, TOOLS, type TokenKind, type Usage } from '#contract/price.ts'
import type { Receipt } from '#contract/receipt.ts'
import { audioCompletionRatio } from '../money/consumption-text.ts'
import type { Paid } from '../money/hold.ts'
import type { Quote } from '../money/prices.ts'
import type { Outcome } from './bill.ts'
import type { Call } from './call.ts'

/** What a receipt takes from its call. */
export type ReceiptCall = Pick<Call, 'id' | 'model' | 'quote' | 'attempts'>

/** The Receipt of a call, as JSON. What depends on the price alone is written once. */
export function receiptText(call: ReceiptCall, outcome: Outcome, paid: Paid): string {
  return `{${quoteText(call.quote)},${JSON.stringify(callPart(call, outcome, paid)).slice(1)}`
}

type QuotePart = Pick<
  Receipt,
  'model_ratio' | 'completion_ratio' | 'group_ratio' | 'model_price' | 'price_version' | 'quota_per_unit' | 'group'
>

const quoteTexts = new WeakMap<Quote, string>()

function quoteText(quote: Quote): string {
  const known = quoteTexts.get(quote)
  if (known !== undefined) return known
  const { price, version, group } = quote
  const part: QuotePart = {
    model_ratio: price.modelRatio,
    completion_ratio: price.ratios.output,
    group_ratio: price.groupRatio,
    model_price: price.modelPrice ?? -1,
    price_version: version,
    quota_per_unit: price.quotaPerUnit,
    group,
  }
  const text = JSON.stringify(part).slice(1, -1)
  quoteTexts.set(quote, text)
  return text
}

/** Members without a value are left out of the JSON. */
function callPart(call: ReceiptCall, outcome: Outcome, paid: Paid): Omit<Receipt, keyof QuotePart> {
  return {
    frt: outcome.firstByteMs,
    ratios: ratiosOf(call.quote, outcome.usage),
    usage: nonZero(outcome.usage),
    tools: outcome.usage.tools && toolsOf(call.quote, outcome.usage.tools),
    usage_source: outcome.source,
    end_reason: outcome.reason,
    abort_policy: outcome.abortPolicy,
    carry_in: paid.carryIn,
    carry_out: paid.carryOut,
    payable: outcome.payable,
    request_id: call.id,
    ...spokenPart(call.quote, outcome),
    upstream_model: outcome.upstreamModel === call.model ? undefined : outcome.upstreamModel,
    admin_info: { use_channel: call.attempts.map((attempt) => String(attempt.channel)), attempts: call.attempts },
  }
}

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
