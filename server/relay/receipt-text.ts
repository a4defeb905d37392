import { NO_USAGE, type Usage } from '#contract/price.ts'
import type { AttemptRecord } from '#contract/receipt.ts'
import type { Paid } from '../money/hold.ts'
import type { Quote } from '../money/prices.ts'
import type { Outcome } from './bill.ts'
import type { Call } from './call.ts'

/** What a receipt takes from its call. */
export type ReceiptCall = Pick<Call, 'id' | 'model' | 'quote' | 'attempts'>

/**
 * The Receipt of a call as JSON, as `JSON.stringify` would write it. It is put together by hand, because this is done
 * for every call; what depends on the price alone is made once.
 */
export function receiptText(call: ReceiptCall, outcome: Outcome, paid: Paid): string {
  const { usage, abortPolicy, upstreamModel } = outcome
  return (
    `{${quoteText(call.quote)},"frt":${outcome.firstByteMs}${ratiosText(call.quote, usage)}` +
    `,"usage":{${counts(usage)}},"usage_source":"${outcome.source}","end_reason":"${outcome.reason}"` +
    (abortPolicy === undefined ? '' : `,"abort_policy":"${abortPolicy}"`) +
    `,"carry_in":${paid.carryIn},"carry_out":${paid.carryOut},"request_id":"${call.id}"` +
    (upstreamModel === call.model ? '' : `,"upstream_model":${JSON.stringify(upstreamModel)}`) +
    `,"admin_info":{${pathText(call.attempts)}}}`
  )
}

const quoteTexts = new WeakMap<Quote, string>()

function quoteText(quote: Quote): string {
  const known = quoteTexts.get(quote)
  if (known !== undefined) return known
  const { price, version, group } = quote
  const fields = {
    model_ratio: price.modelRatio,
    completion_ratio: price.ratios.output,
    group_ratio: price.groupRatio,
    model_price: price.modelPrice ?? -1,
    price_version: version,
    quota_per_unit: price.quotaPerUnit,
    group,
  }
  const text = JSON.stringify(fields).slice(1, -1)
  quoteTexts.set(quote, text)
  return text
}

const COMPONENTS = Object.keys(NO_USAGE) as (keyof Usage)[]
const EXTRAS = COMPONENTS.filter((name) => name !== 'input' && name !== 'output' && name !== 'reasoning')

/** Ratios of the components beyond input and output that the usage has. */
function ratiosText({ price }: Quote, usage: Usage): string {
  let list = ''
  for (const name of EXTRAS) if (usage[name] !== 0) list += `${list && ','}"${name}":${price.ratios[name]}`
  return list && `,"ratios":{${list}}`
}

/** Those that are not zero. */
function counts(usage: Usage): string {
  let list = ''
  for (const name of COMPONENTS) if (usage[name] !== 0) list += `${list && ','}"${name}":${usage[name]}`
  return list
}

/** The way of the call from channel to channel. Nearly all have one attempt, without an error. */
function pathText(attempts: readonly AttemptRecord[]): string {
  let path = ''
  let list = ''
  for (const attempt of attempts) {
    path += `${path && ','}"${attempt.channel}"`
    list += `${list && ','}${attemptText(attempt)}`
  }
  return `"use_channel":[${path}],"attempts":[${list}]`
}

function attemptText({ channel, status, ms, error }: AttemptRecord): string {
  const reason = error === undefined ? '' : `,"error":${JSON.stringify(error)}`
  return `{"channel":${channel},"status":${status},"ms":${ms}${reason}}`
}
