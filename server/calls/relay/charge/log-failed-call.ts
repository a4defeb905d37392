import { type ErrorCode, errorText, type Language } from '#contract/errors.ts'
import type { EndReason } from '#contract/receipt.ts'
import { playgroundName } from '../../../money/accounting/create-charge.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { TaskRefusal } from '../../../platform/errors/task-refusal.ts'
import type { CallTrace } from '../../../platform/telemetry/telemetry.ts'
import type { FailedCall } from '../../failed-calls/failed-calls.ts'
import type { ResponsePlace } from '../../stored-responses/response-places.ts'
import { RelayFailure } from '../../upstream/relay-failure.ts'
import type { Caller } from '../admit/admit.ts'
import type { Call } from '../call/call.ts'
import type { CallRun } from '../call/call-run.ts'
import type { HeldCall } from '../call/held-call.ts'
import type { RelayDeps } from '../deps/deps.ts'
import { countBroken, countUnserved } from './count-traffic.ts'

type Wording = Record<Language, string>

/** The facts of a call that are known before a channel serves it. */
export interface FailedCallInfo {
  id: string
  caller: Caller
  model: string
  stream: boolean
  /** Milliseconds since the epoch. */
  startedAt: number
  /** See `Call`. */
  trace?: CallTrace | undefined
  /** See `candidates`. */
  history?: Pick<ResponsePlace, 'id' | 'channel'> | undefined
}

/** The facts of a call that was priced, or sent, before it failed. */
export interface PricedCall {
  readonly call: Pick<Call, 'group'> & Partial<Pick<Call, 'signal'>>
  readonly attempts: CallRun['attempts']
  readonly order?: CallRun['order']
}

/**
 * Counts a call that got no answer and costs nothing, and writes a log row, unless the operator has switched these
 * off, so that its request id leads to the reason. `priced`: set if the call was priced.
 */
export function logFailedCall(
  info: FailedCallInfo,
  priced: PricedCall | undefined,
  failure: unknown,
  { services }: RelayDeps,
): void {
  const hasGone = priced?.call.signal?.aborted === true
  // What had begun was counted with its answer.
  if (!hasGone && !(failure instanceof Uncharged)) countUnserved(info, priced?.attempts ?? [], failure, { services })
  services.failedCalls.record(
    toFailedCall(info, priced, failure, Date.now()),
    services.options.values.LogFailedCallsEnabled,
  )
}

/**
 * Logs a call that an upstream accepted, but of which nothing chargeable was delivered. `unpaid`: quota units that
 * it would have cost, where its owner had fewer.
 */
export function logUnchargedCall(
  { call, run }: HeldCall,
  { reason, unpaid, isRefused }: { reason: EndReason; unpaid?: number | undefined; isRefused?: boolean },
  deps: RelayDeps,
): void {
  const { id, model, stream, startedAt, user, token, language, pinnedChannel, trace } = call
  const info = { id, caller: { user, token, pinnedChannel, language }, model, stream, startedAt }
  trace?.uncharged(reason)
  if (!isRefused) countBroken(call, run.attempts.at(-1)?.channel ?? 0, reason, deps)
  logFailedCall(info, run, new Uncharged(reason, unpaid), deps)
}

/** The end of a call that had started and is not charged. */
class Uncharged {
  constructor(
    readonly reason: EndReason,
    readonly unpaid?: number,
  ) {}
}

/** Why a call that had begun is not charged. */
const UNCHARGED: Partial<Record<EndReason, Wording>> = {
  client_abort: { zh: '客户端在应答前断开，未计费', en: 'The client disconnected before the response; not billed' },
  upstream_error: { zh: '上游在应答前中断，未计费', en: 'The upstream ended the call before the response; not billed' },
  idle_timeout: { zh: '上游长时间无应答，未计费', en: 'The upstream did not respond in time; not billed' },
  total_timeout: { zh: '超过总时限，未计费', en: 'The total time limit was exceeded before the response; not billed' },
  stopped: {
    zh: '管理员在应答前停止，未计费',
    en: 'An administrator stopped the call before the response; not billed',
  },
  insufficient_quota: { zh: '额度不足，未计费', en: 'The quota was used up before the response; not billed' },
}

/** `failure`: the value that was thrown, or the reason for which the call ended. */
function toFailedCall(info: FailedCallInfo, priced: PricedCall | undefined, failure: unknown, now: number): FailedCall {
  const { user, token } = info.caller
  const call = priced?.call
  const attempts = priced?.attempts ?? []
  const { wording, facts } = toReason(call?.signal?.aborted ? new Uncharged('client_abort') : failure)
  return {
    id: info.id,
    at: Math.floor(now / 1000),
    user: user.id,
    name: user.username,
    token: token?.id ?? 0,
    tokenName: token?.name ?? (call ? playgroundName(call.group) : ''),
    channel: attempts.at(-1)?.channel ?? 0,
    model: info.model,
    stream: info.stream,
    seconds: Math.round((now - info.startedAt) / 1000),
    content: wording.zh,
    other: {
      ...facts,
      ...(wording.zh !== wording.en && { message: wording }),
      request_id: info.id,
      group: call?.group,
      admin_info: { use_channel: attempts.map(({ channel }) => String(channel)), attempts, order: priced?.order },
    },
  }
}

interface Reason {
  wording: Wording
  facts: Pick<FailedCall['other'], 'end_reason' | 'code' | 'status' | 'unpaid'>
}

/** Returns the error that the caller got, in both languages where the text is this server's. */
function toReason(failure: unknown): Reason {
  if (failure instanceof Uncharged) {
    const { reason, unpaid } = failure
    const facts = { end_reason: reason, ...(unpaid !== undefined && { unpaid }) }
    return { wording: UNCHARGED[reason] ?? inBothLanguages('internal_error'), facts }
  }
  const facts = (code: string, status: number) => ({ end_reason: 'failed' as const, code, status })
  if (failure instanceof RelayFailure) {
    const { status, callerError } = failure.verdict
    if (typeof callerError === 'string')
      return { wording: inBothLanguages(callerError), facts: facts(callerError, status) }
    return {
      wording: { zh: callerError.message, en: callerError.message },
      facts: facts(String(callerError.code ?? callerError.type), status),
    }
  }
  if (failure instanceof TaskRefusal) {
    const { message, code, status } = failure
    return { wording: { zh: message, en: message }, facts: facts(String(code), status) }
  }
  const { code, parameters, status } = failure instanceof ApiError ? failure : new ApiError('internal_error')
  const unpaid = code === 'answer_exceeds_quota' ? { unpaid: Number(parameters.units) } : {}
  return { wording: inBothLanguages(code, parameters), facts: { ...facts(code, status), ...unpaid } }
}

const inBothLanguages = (code: ErrorCode, parameters?: ApiError['parameters']): Wording => ({
  zh: errorText(code, 'zh', parameters),
  en: errorText(code, 'en', parameters),
})
