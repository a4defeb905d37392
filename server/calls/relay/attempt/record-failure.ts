import type { OpenAIError } from '../../../formats/dialects/openai-errors.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import type { Failure } from '../../circuits/circuit.ts'
import { failureKind } from '../../upstream/failure-kind.ts'
import { consequences } from '../../upstream/meanings.ts'
import { embeddedFailure } from '../../upstream/read-failure.ts'
import { redactKeys } from '../../upstream/redact.ts'
import { RelayFailure } from '../../upstream/relay-failure.ts'
import { judge, type UpstreamFailure, type Verdict } from '../../upstream/upstream-failure.ts'
import type { Call } from '../call/call.ts'
import type { CallRun } from '../call/call-run.ts'
import type { RelayDeps } from '../deps/deps.ts'
import { isKeyed, noteChannelFailure, noteKeyFailure } from './key-failures.ts'

const MAX_MESSAGE = 300

/** The recorded error is stored, and some upstreams quote the key that they refuse. */
export function recordAttemptError({ attempts, call }: CallRun, { key }: Channel, failure: UpstreamFailure): void {
  const { error } = failure
  const record = attempts.at(-1)
  call.trace?.attemptFailed(failure)
  if (record) record.error = redactKeys(error.message, key).slice(0, MAX_MESSAGE)
}

/** Returns a failed attempt as the channel's circuit counts it. */
export function toFailure(
  { id }: Pick<Call, 'id'>,
  { key }: Pick<Channel, 'key'>,
  failure: UpstreamFailure,
  verdict: Verdict,
): Failure {
  const kind = failureKind(failure, verdict) ?? 'server'
  const waitMs = kind === 'rate' ? failure.waitMs : undefined
  return {
    kind,
    status: failure.status,
    message: redactKeys(failure.error.message, key).slice(0, MAX_MESSAGE),
    requestId: id,
    waitMs,
  }
}

/**
 * Notes an error in the middle of an answer at the key, as before an answer. Returns whether the request is at fault:
 * then the channel is well.
 */
export function noteAnswerError(run: CallRun, channel: Channel, error: OpenAIError, deps: RelayDeps): boolean {
  const failure = embeddedFailure(error, Date.now())
  const verdict = judge(failure, channel)
  if (isKeyed(channel)) noteKeyFailure(run, channel, failure, verdict, deps)
  else noteChannelFailure(channel, failure, verdict, deps)
  return consequences[verdict.meaning].tell === 'refusal'
}

/** Records a failed attempt in the run of its call, the channel's circuit, and the state of its credential. */
export function recordFailedAttempt(
  run: CallRun,
  channel: Channel,
  failure: UpstreamFailure,
  deps: RelayDeps,
): RelayFailure {
  const { call, body } = run
  recordAttemptError(run, channel, failure)
  const verdict = judge(failure, channel, body.bytes)
  if (!call.signal.aborted) {
    const isKeys = isKeyed(channel) && noteKeyFailure(run, channel, failure, verdict, deps)
    // A slow answer is not asked for again, but the next calls go elsewhere first.
    if ((verdict.retry || verdict.meaning === 'slow') && consequences[verdict.meaning].circuit && !isKeys)
      deps.services.circuits.failed(channel.id, call.model, toFailure(call, channel, failure, verdict))
    if (!isKeyed(channel)) noteChannelFailure(channel, failure, verdict, deps)
  }
  return new RelayFailure(verdict, failure, call.stream)
}
