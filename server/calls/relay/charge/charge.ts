import { completionTokens, promptTokens, tierFactor, type Usage } from '#contract/prices/price.ts'
import type { EndReason, Waiver } from '#contract/receipt.ts'
import { isPictureOperation } from '../../../formats/endpoints/endpoints.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import { createCharge, createStart } from '../../../money/accounting/create-charge.ts'
import type { BoughtAnswer, StartRecord } from '../../../money/accounting/records.ts'
import type { ChargeOutcome } from '../../../money/receipts/charge-outcome.ts'
import { consumptionText, decimals } from '../../../money/receipts/consumption-text.ts'
import { andThen, type MaybePromise } from '../../../platform/async/and-then.ts'
import { endAll } from '../../limits/admission.ts'
import type { Call } from '../call/call.ts'
import type { CallRun } from '../call/call-run.ts'
import type { HeldCall } from '../call/held-call.ts'
import type { RelayDeps } from '../deps/deps.ts'
import { countAnswered } from './count-traffic.ts'

/** Records the start of a call in the ledger, before any request is sent to an upstream. */
export function recordStart(run: CallRun, deps: RelayDeps): void {
  deps.accounting.ledger.begin(run, startRecord)
}

const startRecord = ({ call, attempts }: CallRun): StartRecord => createStart(call, attempts)

/** Ends a call that delivered nothing: releases the hold and charges nothing. */
export function voidCall({ run, hold, admissions }: HeldCall, deps: RelayDeps): void {
  if (hold.ended) return
  endAll(admissions, 0)
  hold.release()
  deps.accounting.ledger.abandon(run)
}

/** How an answer ended. */
export interface AnswerEnd extends ChargeOutcome {
  /** What its usage costs, also where that is not charged; thousandths of a unit. */
  full: number
  /** Its vendor has refused, in the middle of the answer, what the caller sent: the channel is well. */
  isRefused?: boolean
}

/**
 * Ends a call with its charge, and records what its owner could not pay. Resolves when the charge is in the
 * journal, which must happen before the last byte of the answer is sent. Rejects when the journal cannot be
 * written: then nothing was charged and nothing may be delivered.
 */
export function chargeCall(held: HeldCall, channel: Channel, outcome: AnswerEnd, deps: RelayDeps): Promise<void> {
  const { services, accounting, undeliverable } = deps
  const { call, run, hold, admissions } = held
  const { full, usage, reason: end } = outcome
  const cost = outcome.waived ? 0 : full
  const { payable = cost } = outcome
  const paid = hold.settle(Math.min(cost, payable))
  endAll(admissions, promptTokens(usage) + completionTokens(usage))
  const record = createCharge({
    call,
    stream: call.stream,
    attempts: run.attempts,
    order: run.order,
    channel: channel.id,
    outcome: outcome.source === 'estimated' ? { ...outcome, estimate: estimateOf(call, deps) } : outcome,
    paid,
    cost: costOfAnswer(call, channel, outcome, deps),
    content: logText(call, outcome),
    log: services.options.values.LogConsumeEnabled,
    endedAt: Date.now(),
  })
  countAnswered(call, channel, outcome, deps)
  call.trace?.charged({ usage, reason: end, quota: paid.charge, upstreamModel: outcome.upstreamModel })
  services.traffic.totals.charged({ channel: channel.id, model: call.model, end, usage, quota: paid.charge })
  // Written together with the charge, whose promise reports a failed write.
  if (outcome.waived) undeliverable.record(call, 0, Math.ceil(full / 1000)).catch(() => {})
  if (payable < cost)
    undeliverable.record(call, Math.ceil(cost / 1000), Math.ceil((cost - payable) / 1000)).catch(() => {})
  return accounting.ledger.charge(record, run, hold)
}

/** Returns what the tokens of a call are estimated by. */
function estimateOf({ model, ratios }: Call, { services }: RelayDeps): ChargeOutcome['estimate'] {
  return { ...services.estimates.basisOf(model), ratios: ratios.map((ratio) => Math.round(ratio * 100) / 100) }
}

/** An answer with its price. */
export type PricedAnswer = Pick<ChargeOutcome, 'quote' | 'usage' | 'tier' | 'told' | 'source' | 'upstreamModel'>

/** Returns what the vendor charges for an answer, in thousandths of a unit; undefined = unknown. */
function costOfAnswer(
  { endpoint }: Pick<Call, 'endpoint'>,
  { buyPrice }: Channel,
  { quote, usage, tier, told, source, upstreamModel }: PricedAnswer,
  { costs }: RelayDeps,
): number | undefined {
  const isImages = isPictureOperation(endpoint.operation)
  return costs.costOf(buyPrice, upstreamModel, {
    usage,
    tier,
    told,
    images: quote.images,
    isImages,
    isEstimated: source === 'estimated',
  })
}

/** Returns what an answer without a charge costs, and where it is counted; undefined = the cost is unknown. */
export function boughtAnswer(
  call: Call,
  channel: Channel,
  bought: PricedAnswer,
  deps: RelayDeps,
): BoughtAnswer | undefined {
  const { user, token, model } = call
  const cost = costOfAnswer(call, channel, bought, deps)
  return cost === undefined
    ? undefined
    : { cost, name: user.username, token: token?.id ?? 0, channel: channel.id, model }
}

/** Returns the text of a call's log row. */
function logText({ note }: Call, outcome: ChargeOutcome): string {
  const text = consumptionText(
    outcome.quote.price,
    outcome.reason,
    hasAudio(outcome),
    logNote(outcome.quote.note ?? note, outcome),
  )
  return outcome.waived ? text + WAIVED[outcome.waived] : text
}

const WAIVED = { empty: '（空回复，未计费）', broken: '（回复中断，未计费）' } satisfies Record<Waiver, string>

/** Returns the additional text of the log row: the factor of another service tier, and the call's note. */
function logNote(note: string, { quote, usage: { tier } }: ChargeOutcome): string {
  const factor = tierFactor(quote.rates.tiers, tier)
  return factor === 1 ? note : `${note}，服务等级 ${tier} 倍率 ${decimals(factor)}`
}

/** Whether audio was charged, or could have been. */
const hasAudio = ({ usage, realtime }: ChargeOutcome) =>
  realtime !== undefined || usage.audioInput > 0 || usage.audioOutput > 0

/**
 * Output tokens that a vendor may report for an answer without content: a model's end marks are tokens. An answer with
 * more of them had content that is not shown, such as reasoning.
 */
const END_TOKENS = 5

/** How an answer ended, as far as it decides whether it is charged. */
interface Delivered {
  reason: EndReason
  /** Whether the answer has no text, tool call, image or audio. */
  isEmpty: boolean
  usage: Usage
}

/**
 * Returns why an answer is not charged; undefined = it is. What an account gets unpaid is bounded: at its daily limit
 * all answers are charged, so that nobody can use a vendor's failures for free.
 */
export function waiverOf(
  call: Call,
  end: Delivered,
  { services, undeliverable }: RelayDeps,
): MaybePromise<Waiver | undefined> {
  const { WaiveEmptyAnswersEnabled, WaiveBrokenAnswersEnabled } = services.options.values
  const waiver: Waiver | undefined =
    WaiveEmptyAnswersEnabled && isWithoutContent(end)
      ? 'empty'
      : WaiveBrokenAnswersEnabled && end.reason === 'upstream_error'
        ? 'broken'
        : undefined
  if (!waiver || call.quote.free) return undefined
  return andThen(undeliverable.isAtLimit(call.user), (isAtLimit) => (isAtLimit ? undefined : waiver))
}

const isWithoutContent = ({ reason, isEmpty, usage }: Delivered): boolean =>
  reason === 'stop' && isEmpty && completionTokens(usage) <= END_TOKENS && usage.reasoning === 0 && !usage.tools
