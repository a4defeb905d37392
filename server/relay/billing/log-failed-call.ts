import { type ErrorCode, errorText, type Language } from '#contract/errors.ts'
import type { EndReason } from '#contract/receipt.ts'
import { Failure } from '../../errors/api-error.ts'
import { TaskRefusal } from '../../errors/task-refusal.ts'
import type { FailedCall } from '../../failed-calls/failed-calls.ts'
import type { RelayDeps } from '../deps.ts'
import type { Caller } from '../entry/admit.ts'
import { type Call, playgroundName } from '../request/call.ts'
import { RelayFailure } from '../upstream/relay-failure.ts'

type Wording = Record<Language, string>

/** What was asked for, known before it is known whether anybody serves it. */
export interface Asked {
  id: string
  caller: Caller
  model: string
  stream: boolean
  /** Milliseconds since the epoch. */
  startedAt: number
}

/** What of a call is known where it was priced, or sent, before it failed. */
export type Begun = Pick<Call, 'group' | 'attempts'> & Partial<Pick<Call, 'signal'>>

/**
 * Counts a call that got no answer and costs nothing, and leaves a row in the log, unless the operator wants none, so that
 * its request id tells why. `call`: as far as it came.
 */
export function noteUnserved(asked: Asked, call: Begun | undefined, failure: unknown, { services }: RelayDeps): void {
  services.failedCalls.note(failedCall(asked, call, failure, Date.now()), services.options.values.LogFailedCallsEnabled)
}

/**
 * The same for a call that an upstream accepted, but of which nothing was delivered that has to be paid. `unpaid`: quota
 * units that it would have cost, where its owner had not so much.
 */
export function noteUncharged(call: Call, reason: EndReason, deps: RelayDeps, unpaid?: number): void {
  const { id, model, stream, startedAt, user, token, language, pinnedChannel } = call
  const asked = { id, caller: { user, token, pinnedChannel, language }, model, stream, startedAt }
  noteUnserved(asked, call, new Uncharged(reason, unpaid), deps)
}

/** The end of a call that had begun and is not charged. */
class Uncharged {
  constructor(
    readonly reason: EndReason,
    readonly unpaid?: number,
  ) {}
}

/** Why a call that had begun is not charged. */
const UNCHARGED: Partial<Record<EndReason, Wording>> = {
  client_abort: { zh: '客户端在应答前断开，未计费', en: 'The client hung up before the answer; not charged' },
  upstream_error: { zh: '上游在应答前中断，未计费', en: 'The upstream broke off before the answer; not charged' },
  idle_timeout: { zh: '上游长时间无应答，未计费', en: 'The upstream fell silent before the answer; not charged' },
  total_timeout: { zh: '超过总时限，未计费', en: 'The total time was exceeded before the answer; not charged' },
  insufficient_quota: { zh: '额度不足，未计费', en: 'The quota was used up before the answer; not charged' },
}

/** `failure`: what was thrown, or why the call ended. */
function failedCall(asked: Asked, call: Begun | undefined, failure: unknown, now: number): FailedCall {
  const { user, token } = asked.caller
  const attempts = call?.attempts ?? []
  const { wording, facts } = reasonOf(call?.signal?.aborted ? new Uncharged('client_abort') : failure)
  return {
    id: asked.id,
    at: Math.floor(now / 1000),
    user: user.id,
    name: user.username,
    token: token?.id ?? 0,
    tokenName: token?.name ?? (call ? playgroundName(call.group) : ''),
    channel: attempts.at(-1)?.channel ?? 0,
    model: asked.model,
    stream: asked.stream,
    seconds: Math.round((now - asked.startedAt) / 1000),
    content: wording.zh,
    other: {
      ...facts,
      ...(wording.zh !== wording.en && { message: wording }),
      request_id: asked.id,
      group: call?.group,
      admin_info: { use_channel: attempts.map(({ channel }) => String(channel)), attempts },
    },
  }
}

interface Reason {
  wording: Wording
  facts: Pick<FailedCall['other'], 'end_reason' | 'code' | 'status' | 'unpaid'>
}

/** What the caller was told, in both languages where the words are ours. */
function reasonOf(failure: unknown): Reason {
  if (failure instanceof Uncharged) {
    const { reason, unpaid } = failure
    const facts = { end_reason: reason, ...(unpaid !== undefined && { unpaid }) }
    return { wording: UNCHARGED[reason] ?? inBoth('internal_error'), facts }
  }
  const facts = (code: string, status: number) => ({ end_reason: 'failed' as const, code, status })
  if (failure instanceof RelayFailure) {
    const { status, tell } = failure.verdict
    if (typeof tell === 'string') return { wording: inBoth(tell), facts: facts(tell, status) }
    return { wording: { zh: tell.message, en: tell.message }, facts: facts(String(tell.code ?? tell.type), status) }
  }
  if (failure instanceof TaskRefusal) {
    const { message, code, status } = failure
    return { wording: { zh: message, en: message }, facts: facts(String(code), status) }
  }
  const { code, parameters, status } = failure instanceof Failure ? failure : new Failure('internal_error')
  const unpaid = code === 'answer_exceeds_quota' ? { unpaid: Number(parameters.need) } : {}
  return { wording: inBoth(code, parameters), facts: { ...facts(code, status), ...unpaid } }
}

const inBoth = (code: ErrorCode, parameters?: Failure['parameters']): Wording => ({
  zh: errorText(code, 'zh', parameters),
  en: errorText(code, 'en', parameters),
})
