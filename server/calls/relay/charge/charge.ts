import { completionTokens, costOf, promptTokens, tierFactor } from '#contract/prices/price.ts'
import type { Waiver } from '#contract/receipt.ts'
import { isPictureOperation } from '../../../formats/endpoints/endpoints.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import { createCharge, createStart } from '../../../money/accounting/create-charge.ts'
import type { Hold } from '../../../money/accounting/hold.ts'
import type { BoughtAnswer, StartRecord } from '../../../money/accounting/records.ts'
import type { ChargeOutcome } from '../../../money/receipts/charge-outcome.ts'
import { consumptionText, decimals } from '../../../money/receipts/consumption-text.ts'
import { endAll } from '../../limits/admission.ts'
import type { RelayDeps } from '../deps/deps.ts'
import type { Call } from '../read/call.ts'
import type { Progress } from '../read/progress.ts'
import { countAnswered } from './count-traffic.ts'

/** Records the start of a call in the ledger, before any request is sent to an upstream. */
export function recordStart(progress: Progress, deps: RelayDeps): void {
  deps.accounting.ledger.begin(progress, startRecord)
}

const startRecord = ({ call, attempts }: Progress): StartRecord => createStart(call, attempts)

/** Ends a call that delivered nothing: releases the hold and charges nothing. */
export function voidCall(progress: Progress, hold: Hold, deps: RelayDeps): void {
  if (hold.ended) return
  endAll(progress.admissions, 0)
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
  deps: RelayDeps,
): Promise<void> {
  const { services, accounting, undeliverable } = deps
  const { call, attempts } = progress
  const full = costOf(outcome.quote.rates, outcome.usage)
  const cost = outcome.waived ? 0 : full
  const { payable = cost } = outcome
  const paid = hold.settle(Math.min(cost, payable))
  endAll(progress.admissions, promptTokens(outcome.usage) + completionTokens(outcome.usage))
  const record = createCharge({
    call,
    stream: call.stream,
    attempts,
    order: progress.order,
    channel: channel.id,
    outcome: outcome.source === 'estimated' ? { ...outcome, estimate: estimateOf(call, deps) } : outcome,
    paid,
    cost: costOfAnswer(call, channel, outcome, deps),
    content: logText(call, outcome),
    log: services.options.values.LogConsumeEnabled,
    endedAt: Date.now(),
  })
  countAnswered(progress, channel, outcome, deps)
  const { reason: end, usage } = outcome
  call.trace?.charged({ usage, reason: end, quota: paid.charge, upstreamModel: outcome.upstreamModel })
  services.traffic.totals.charged({ channel: channel.id, model: call.model, end, usage, quota: paid.charge })
  // Written together with the charge, whose promise reports a failed write.
  if (outcome.waived) undeliverable.record(call, 0, Math.ceil(full / 1000)).catch(() => {})
  if (payable < cost)
    undeliverable.record(call, Math.ceil(cost / 1000), Math.ceil((cost - payable) / 1000)).catch(() => {})
  return accounting.ledger.charge(record, progress, hold)
}

/** Returns what the tokens of a call are estimated by. */
function estimateOf({ model, ratios }: Call, { services }: RelayDeps): ChargeOutcome['estimate'] {
  return { ...services.estimates.basisOf(model), ratios: ratios.map((ratio) => Math.round(ratio * 100) / 100) }
}

/** What an answer is bought with. */
type Bought = Pick<ChargeOutcome, 'quote' | 'usage' | 'tier' | 'told' | 'source' | 'upstreamModel'>

/** Returns what the vendor charges for an answer, in thousandths of a unit; undefined = unknown. */
function costOfAnswer(
  { endpoint }: Pick<Call, 'endpoint'>,
  { buyPrice }: Channel,
  { quote, usage, tier, told, source, upstreamModel }: Bought,
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
export function boughtAnswer(call: Call, channel: Channel, bought: Bought, deps: RelayDeps): BoughtAnswer | undefined {
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
