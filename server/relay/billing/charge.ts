import { completionTokens, costOf, promptTokens, tierFactor, type Usage } from '#contract/price.ts'
import type { EndReason, Receipt } from '#contract/receipt.ts'
import type { Hold, SettledCharge } from '../../money/hold.ts'
import type { ChargeRecord, StartRecord } from '../../money/records.ts'
import type { Quote } from '../../prices/prices.ts'
import { consumptionText, decimals } from '../../receipts/consumption-text.ts'
import type { Channel } from '../../registry/channels.ts'
import type { RelayDeps } from '../deps.ts'
import { playgroundName } from '../request/call.ts'
import type { Progress } from '../request/progress.ts'
import { receiptParts } from './receipt-parts.ts'

/** What a log row contains about the realtime session of its call. */
export interface RealtimeInfo {
  /** The session's request id. */
  session: string
  /** The upstream's id of the response; undefined for a transcript. */
  response: string | undefined
}

/** How an answer ended, as far as its charge is concerned. */
export interface ChargeOutcome {
  /** The price that applies: that of the call, or of fewer images than it requested. */
  quote: Quote
  usage: Usage
  source: Receipt['usage_source']
  reason: EndReason
  abortPolicy?: Receipt['abort_policy']
  /** Milliseconds to the first byte; −1000 when none came. */
  firstByteMs: number
  upstreamModel: string
  /** Fields of the request that were not sent to this upstream. */
  omitted?: readonly string[] | undefined
  /** The vendor's own end reason, where the caller's format has no equivalent. */
  vendorReason?: string | undefined
  /** Set for calls of a realtime session. */
  realtime?: RealtimeInfo
  /** Thousandths of a unit that the owner can pay, where the usage costs more. */
  payable?: number
}

/** Records the start of a call in the ledger, before any request is sent to an upstream. */
export function recordStart(progress: Progress, deps: RelayDeps): void {
  deps.accounting.ledger.begin(progress, startRecord)
}

function startRecord({ call, attempts }: Progress): StartRecord {
  return {
    t: 'start',
    id: call.id,
    at: Math.floor(call.startedAt / 1000),
    user: call.user.id,
    name: call.user.username,
    token: call.token?.id ?? 0,
    tokenName: call.token?.name ?? playgroundName(call.group),
    channel: attempts[0]?.channel ?? 0,
    model: call.model,
    group: call.group,
  }
}

/** Ends a call that delivered nothing: releases the hold and charges nothing. */
export function voidCall(progress: Progress, hold: Hold, deps: RelayDeps): void {
  if (hold.ended) return
  hold.release()
  deps.accounting.ledger.abandon(progress)
}

/**
 * Ends a call with its charge, and records what its owner could not pay. Resolves when the charge is in the
 * journal, which must happen before the last byte of the answer is sent. Rejects when the journal cannot be
 * written: then nothing was charged and nothing may be delivered.
 */
export function chargeCall(
  progress: Progress,
  channel: Channel,
  hold: Hold,
  outcome: ChargeOutcome,
  { services, accounting, undeliverable }: RelayDeps,
): Promise<void> {
  const cost = costOf(outcome.quote.rates, outcome.usage)
  const { payable = cost } = outcome
  const paid = hold.settle(Math.min(cost, payable))
  const record = chargeRecord(progress, channel, outcome, paid, services.options.values.LogConsumeEnabled)
  // Written together with the charge, whose promise reports a failed write.
  if (payable < cost)
    undeliverable.record(progress.call, Math.ceil(cost / 1000), Math.ceil((cost - payable) / 1000)).catch(() => {})
  return accounting.ledger.charge(record, progress, hold)
}

/** Builds the journal's record of a charge; `endedAt` in milliseconds since the epoch. */
export function chargeRecord(
  { call, attempts }: Progress,
  channel: Pick<Channel, 'id'>,
  outcome: ChargeOutcome,
  paid: SettledCharge,
  log: boolean,
  endedAt = Date.now(),
): ChargeRecord {
  const { terms, other } = receiptParts({ model: call.model, attempts }, outcome, paid)
  const content = consumptionText(outcome.quote.price, outcome.reason, hasAudio(outcome), logNote(call.note, outcome))
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

/** Returns the additional text of the log row: the factor of another service tier, and the call's note. */
function logNote(note: string, { quote, usage: { tier } }: ChargeOutcome): string {
  const factor = tierFactor(quote.rates.tiers, tier)
  return factor === 1 ? note : `${note}，服务等级 ${tier} 倍率 ${decimals(factor)}`
}

/** Whether audio was charged, or could have been. */
const hasAudio = ({ usage, realtime }: ChargeOutcome) =>
  realtime !== undefined || usage.audioInput > 0 || usage.audioOutput > 0
