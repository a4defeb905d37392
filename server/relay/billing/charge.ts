import { completionTokens, costOf, promptTokens, tierFactor, type Usage } from '#contract/price.ts'
import type { EndReason, Receipt } from '#contract/receipt.ts'
import type { Hold, Paid } from '../../money/hold.ts'
import type { ChargeRecord, StartRecord } from '../../money/records.ts'
import { consumptionText, decimals } from '../../receipts/consumption-text.ts'
import type { Channel } from '../../registry/channels.ts'
import type { RelayDeps } from '../deps.ts'
import { type Call, playgroundName } from '../request/call.ts'
import { receiptParts } from './receipt-text.ts'

/** What a row says of the session that it was a part of. */
export interface RealtimePart {
  /** The request id of the session. */
  session: string
  /** The upstream's name of the response; undefined for a transcript. */
  response: string | undefined
}

/** How an answer ended, as far as the bill is concerned. */
export interface Outcome {
  usage: Usage
  source: Receipt['usage_source']
  reason: EndReason
  abortPolicy?: Receipt['abort_policy']
  /** Milliseconds to the first byte; −1000 when none came. */
  firstByteMs: number
  upstreamModel: string
  /** Fields of the request that were left out for this upstream. */
  omitted?: readonly string[] | undefined
  /** Why the answer ended in the vendor's own word, where the caller's format has none. */
  vendorReason?: string | undefined
  /** Where it was part of a realtime session. */
  realtime?: RealtimePart
  /** Thousandths of a unit that the owner can pay, where the usage costs more. */
  payable?: number
}

/** Tells the ledger that a call has begun, before anything is asked of an upstream. */
export function recordStart(call: Call, deps: RelayDeps): void {
  deps.accounting.ledger.begin(call, startRecord)
}

function startRecord(call: Call): StartRecord {
  return {
    t: 'start',
    id: call.id,
    at: Math.floor(call.startedAt / 1000),
    user: call.user.id,
    name: call.user.username,
    token: call.token?.id ?? 0,
    tokenName: call.token?.name ?? playgroundName(call.group),
    channel: call.attempts[0]?.channel ?? 0,
    model: call.model,
    group: call.group,
  }
}

/** Ends a call that delivered nothing: the hold goes back and nothing is charged. */
export function voidCall(call: Call, hold: Hold, deps: RelayDeps): void {
  if (hold.ended) return
  hold.release()
  deps.accounting.ledger.abandon(call)
}

/**
 * Ends a call with its charge, and notes what its owner could not pay. Resolves when the charge is in the journal, which must be before the last byte of the
 * answer leaves. Rejects when the journal cannot be written: then nothing was charged and nothing may be handed over.
 */
export function bill(
  call: Call,
  channel: Channel,
  hold: Hold,
  outcome: Outcome,
  { services, accounting, withheld }: RelayDeps,
): Promise<void> {
  const cost = costOf(call.quote.rates, outcome.usage)
  const { payable = cost } = outcome
  const paid = hold.settle(Math.min(cost, payable))
  const record = chargeRecord(call, channel, outcome, paid, services.options.values.LogConsumeEnabled)
  // Written in one go with the charge, which tells of a failure.
  if (payable < cost) withheld.note(call, Math.ceil(cost / 1000), Math.ceil((cost - payable) / 1000)).catch(() => {})
  return accounting.ledger.charge(record, call, hold)
}

/** What the journal keeps of a charge; `endedAt` in milliseconds since the epoch. */
export function chargeRecord(
  call: Call,
  channel: Pick<Channel, 'id'>,
  outcome: Outcome,
  paid: Paid,
  log: boolean,
  endedAt = Date.now(),
): ChargeRecord {
  const { terms, other } = receiptParts(call, outcome, paid)
  const content = consumptionText(call.quote.price, outcome.reason, isSpoken(outcome), noteOf(call, outcome))
  return {
    t: 'charge',
    id: call.id,
    at: Math.floor(endedAt / 1000),
    user: call.user.id,
    name: call.user.username,
    token: call.token?.id ?? 0,
    tokenName: call.token?.name ?? playgroundName(call.group),
    limited: call.token !== undefined && !call.token.unlimited,
    channel: channel.id,
    model: call.model,
    quota: paid.charge,
    prompt: promptTokens(outcome.usage),
    completion: completionTokens(outcome.usage),
    seconds: Math.round((endedAt - call.startedAt) / 1000),
    stream: call.stream,
    log,
    content: content === terms.content ? '' : content,
    terms,
    other,
    carryIn: paid.carryIn,
    carryOut: paid.carryOut,
  }
}

/** What the row says besides of the price: the factor of another tier of service, and what the call notes. */
function noteOf({ quote, note }: Call, { usage: { tier } }: Outcome): string {
  const factor = tierFactor(quote.rates.tiers, tier)
  return factor === 1 ? note : `${note}，服务等级 ${tier} 倍率 ${decimals(factor)}`
}

/** Whether audio was paid for, or could have been. */
const isSpoken = ({ usage, realtime }: Outcome) =>
  realtime !== undefined || usage.audioInput > 0 || usage.audioOutput > 0
