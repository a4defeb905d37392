import type { Log } from '#contract/api/logs.ts'
import { isRecord } from '#contract/is-record.ts'
import { NO_USAGE, TOOLS, type TokenKind } from '#contract/prices/price.ts'
import type { PriceConditions } from '#contract/prices/price-rules.ts'
import { type AttemptRecord, type EndReason, type Receipt, WAIVERS } from '#contract/receipt.ts'

/**
 * The parsed `other` of a log row. Every value is checked, since compatible consoles may have written the row.
 */
export interface Other {
  /** The receipt, when it is complete enough to recompute the charge. */
  receipt: Receipt | null
  /** The price of a row without a receipt: explains the charge but does not prove it. */
  family: FamilyPrice | null
  firstByteMs: number | null
  endReason: EndReason | null
  requestId: string
  /** The code of the error that the caller received, and its HTTP status. "" and null for calls that were served. */
  code: string
  status: number | null
  /** Why a call failed, in both languages, where the text is the gateway's. */
  message: { zh: string; en: string } | null
  group: string
  upstreamModel: string
  /** The model that the caller asked for, where a fallback of it served the call. */
  requestedModel: string
  /** Request fields that were not sent to the upstream. */
  omitted: string[]
  /** The vendor's own reason for the end of the answer. */
  vendorReason: string
  /** The quota units that an undeliverable answer would have cost. */
  unpaid: number | null
  /** Spoken and written tokens of a call with audio. */
  spoken: Spoken | null
  /** The realtime session of the call, and the upstream's id for it. */
  sessionId: string
  responseId: string
  /** Channel ids in the order in which they were tried; administrators only. */
  path: string[]
  attempts: AttemptRecord[]
  /** The channels that were to be tried, where there were several; administrators only. */
  order: number[]
}

/** Token counts of a call with audio. */
export interface Spoken {
  audioInput: number
  audioOutput: number
  textInput: number
  textOutput: number
}

export interface FamilyPrice {
  model_ratio: number
  completion_ratio: number
  group_ratio: number
  user_ratio?: number
  /** USD per call; −1 = billed by tokens. */
  model_price: number
  ratios: NonNullable<Receipt['ratios']>
  usage: Receipt['usage']
}

/** Reads the JSON text of `other`. Absent, foreign or invalid values become empty. Never throws. */
export function readOther(log: Pick<Log, 'other' | 'prompt_tokens' | 'completion_tokens'>): Other {
  const raw = parse(log.other)
  const admin = objectOf(raw.admin_info)
  const firstByte = numberOf(raw.frt)
  const receipt = readReceipt(raw)
  return {
    receipt,
    family: receipt ? null : readFamily(raw, log),
    firstByteMs: firstByte !== undefined && firstByte >= 0 ? firstByte : null,
    endReason: endReasonOf(raw),
    requestId: textOf(raw.request_id),
    code: textOf(raw.code),
    status: countOf(raw.status) ?? null,
    message: readMessage(raw.message),
    group: textOf(raw.group),
    upstreamModel: textOf(raw.upstream_model),
    requestedModel: textOf(raw.requested_model),
    omitted: listOf(raw.omitted).map(textOf).filter(Boolean),
    vendorReason: textOf(raw.vendor_reason),
    unpaid: countOf(raw.unpaid) ?? null,
    spoken: readSpoken(raw),
    sessionId: textOf(raw.session_id),
    responseId: textOf(raw.response_id),
    path: listOf(admin.use_channel).map(String),
    attempts: listOf(admin.attempts).map(readAttempt),
    order: listOf(admin.order).map(Number).filter(Number.isSafeInteger),
  }
}

const END_REASONS: readonly EndReason[] = [
  'stop',
  'client_abort',
  'upstream_error',
  'first_byte_timeout',
  'idle_timeout',
  'total_timeout',
  'insufficient_quota',
  'stopped',
  'interrupted',
  'failed',
]
const endReasonOf = (raw: Json) => END_REASONS.find((reason) => reason === raw.end_reason) ?? null
const COUNTS = Object.keys(NO_USAGE) as TokenKind[]

function readReceipt(raw: Json): Receipt | null {
  const price = readPrice(raw)
  const quota_per_unit = ratioOf(raw.quota_per_unit)
  const carry_in = wholeOf(raw.carry_in)
  const carry_out = wholeOf(raw.carry_out)
  if (!price || !isRecord(raw.usage) || raw.end_reason === 'interrupted') return null
  if (quota_per_unit === undefined || carry_in === undefined || carry_out === undefined) return null
  const { abort_policy } = raw
  const payable = countOf(raw.payable)
  const told_cost = ratioOf(raw.told_cost)
  const units = countOf(raw.units)
  const waived = WAIVERS.find((waiver) => waiver === raw.waived)
  return {
    ...price,
    quota_per_unit,
    carry_in,
    carry_out,
    ratios: pick(objectOf(raw.ratios), ratioOf),
    usage: pick(raw.usage, countOf),
    ...(isRecord(raw.tools) && { tools: readTools(raw.tools) }),
    ...readTier(objectOf(raw.tier)),
    ...(told_cost !== undefined && { told_cost }),
    ...(units !== undefined && { units }),
    ...(Array.isArray(raw.price_rules) &&
      raw.price_rules.length > 0 && { price_rules: raw.price_rules.map(readConditions) }),
    usage_source: raw.usage_source === 'estimated' ? 'estimated' : 'upstream',
    ...readEstimate(objectOf(raw.estimate)),
    end_reason: endReasonOf(raw) ?? 'stop',
    ...((abort_policy === 'cancel' || abort_policy === 'drain') && { abort_policy }),
    ...(waived && { waived }),
    ...(payable !== undefined && { payable }),
    price_version: textOf(raw.price_version),
    frt: numberOf(raw.frt) ?? -1000,
    request_id: textOf(raw.request_id),
    group: textOf(raw.group),
  }
}

function readTier({ name, factor }: Json): Pick<Receipt, 'tier'> {
  const value = ratioOf(factor)
  return textOf(name) && value !== undefined ? { tier: { name: textOf(name), factor: value } } : {}
}

function readEstimate({ family, calls, ratios }: Json): Pick<Receipt, 'estimate'> {
  const count = countOf(calls)
  if (!textOf(family) || count === undefined || !Array.isArray(ratios)) return {}
  return { estimate: { family: textOf(family), calls: count, ratios: ratios.map((ratio) => ratioOf(ratio) ?? 1) } }
}

function readConditions(raw: unknown): PriceConditions {
  const { above, up_to, with_reasoning, from, until, days, hours, groups, tier } = objectOf(raw)
  return {
    ...(countOf(above) !== undefined && { above: countOf(above) }),
    ...(countOf(up_to) !== undefined && { up_to: countOf(up_to) }),
    ...(typeof with_reasoning === 'boolean' && { with_reasoning }),
    ...(textOf(from) && { from: textOf(from) }),
    ...(textOf(until) && { until: textOf(until) }),
    ...(Array.isArray(days) && { days: days.flatMap((day) => countOf(day) ?? []) }),
    ...(Array.isArray(hours) && { hours: hours.map(textOf) }),
    ...(Array.isArray(groups) && { groups: groups.map(textOf) }),
    ...(textOf(tier) && { tier: textOf(tier) }),
  }
}

function readTools(raw: Json): NonNullable<Receipt['tools']> {
  const entries = TOOLS.flatMap((tool) => {
    const { calls, price } = objectOf(raw[tool])
    const [count, usd] = [ratioOf(calls), ratioOf(price)]
    return count === undefined || usd === undefined ? [] : [[tool, { calls: count, price: usd }] as const]
  })
  return Object.fromEntries(entries)
}

function readFamily(raw: Json, { prompt_tokens, completion_tokens }: Pick<Log, 'prompt_tokens' | 'completion_tokens'>) {
  const price = readPrice(raw)
  if (!price) return null
  const audio = ratioOf(raw.audio_ratio) ?? 1
  const usage: Partial<Record<TokenKind, number | undefined>> = hasAudio(raw)
    ? {
        input: countOf(raw.text_input),
        output: countOf(raw.text_output),
        audioInput: countOf(raw.audio_input),
        audioOutput: countOf(raw.audio_output),
      }
    : { input: countOf(prompt_tokens), output: countOf(completion_tokens) }
  const ratios = { audioInput: audio, audioOutput: audio * (ratioOf(raw.audio_completion_ratio) ?? 1) }
  return { ...price, ratios, usage: pick(usage, countOf) }
}

const hasAudio = (raw: Json) => raw.audio === true || raw.ws === true

function readSpoken(raw: Json): Spoken | null {
  if (!hasAudio(raw)) return null
  return {
    audioInput: countOf(raw.audio_input) ?? 0,
    audioOutput: countOf(raw.audio_output) ?? 0,
    textInput: countOf(raw.text_input) ?? 0,
    textOutput: countOf(raw.text_output) ?? 0,
  }
}

function readPrice(raw: Json) {
  const model_ratio = ratioOf(raw.model_ratio)
  const completion_ratio = ratioOf(raw.completion_ratio) ?? 1
  const group_ratio = ratioOf(raw.group_ratio)
  const model_price = ratioOf(raw.model_price) ?? -1
  const user_ratio = ratioOf(raw.user_ratio)
  if (group_ratio === undefined || (model_ratio === undefined && model_price < 0)) return null
  const price = { model_ratio: model_ratio ?? 0, completion_ratio, group_ratio, model_price }
  return user_ratio === undefined ? price : { ...price, user_ratio }
}

function readAttempt(raw: unknown): AttemptRecord {
  const { channel, key, status, ms, error } = objectOf(raw)
  const keyId = countOf(key)
  return {
    channel: countOf(channel) ?? 0,
    ...(keyId !== undefined && { key: keyId }),
    status: countOf(status) ?? 0,
    ms: Math.max(0, numberOf(ms) ?? 0),
    ...(textOf(error) && { error: textOf(error) }),
  }
}

function readMessage(raw: unknown): Other['message'] {
  const { zh, en } = objectOf(raw)
  return textOf(zh) && textOf(en) ? { zh: textOf(zh), en: textOf(en) } : null
}

type Json = Record<string, unknown>

function parse(text: string): Json {
  try {
    return objectOf(JSON.parse(text))
  } catch {
    return {}
  }
}

const objectOf = (value: unknown): Json => (isRecord(value) ? value : {})
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** Larger values would overflow to infinity in the exact arithmetic, which scales by billions. */
const LARGEST = 1e12
const numberOf = (value: unknown) => (typeof value === 'number' && Math.abs(value) <= LARGEST ? value : undefined)
const ratioOf = (value: unknown) => (typeof value === 'number' && value >= 0 && value <= LARGEST ? value : undefined)
const wholeOf = (value: unknown) => (Number.isSafeInteger(value) ? Number(value) : undefined)
const countOf = (value: unknown) => (Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined)

/** Returns the usable values of the price's components. */
function pick(from: Json, read: (value: unknown) => number | undefined): Receipt['usage'] {
  const entries = COUNTS.map((name) => [name, read(from[name])] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}
