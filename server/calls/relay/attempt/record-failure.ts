import type { OpenAIError } from '../../../formats/dialects/openai-errors.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import type { Failure } from '../../circuits/circuit.ts'
import { failureKind } from '../../upstream/failure-kind.ts'
import { consequences } from '../../upstream/meanings.ts'
import { embeddedFailure } from '../../upstream/read-failure.ts'
import { redactKeys } from '../../upstream/redact.ts'
import { RelayFailure } from '../../upstream/relay-failure.ts'
import { judge, type UpstreamFailure, type Verdict } from '../../upstream/upstream-failure.ts'
import type { RelayDeps } from '../deps/deps.ts'
import type { Call } from '../read/call.ts'
import type { Progress } from '../read/progress.ts'
import { isKeyed, noteChannelFailure, noteKeyFailure } from './key-failures.ts'

const MAX_MESSAGE = 300

/** The recorded error is stored, and some upstreams quote the key that they refuse. */
export function recordAttemptError({ attempts, call }: Progress, { key }: Channel, failure: UpstreamFailure): void {
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

/** Notes an error in the middle of an answer: at the key, as before an answer, or that the request is at fault. */
export function noteAnswerError(
  progress: Progress,
  channel: Channel,
  error: OpenAIError | undefined,
  deps: RelayDeps,
): void {
  if (!error) return
  const failure = embeddedFailure(error, Date.now())
  const verdict = judge(failure, channel)
  progress.isRefused = consequences[verdict.meaning].tell === 'refusal'
  if (isKeyed(channel)) noteKeyFailure(progress, channel, failure, verdict, deps)
  else noteChannelFailure(channel, failure, verdict, deps)
}

/** Records a failed attempt in the progress of its call, the channel's circuit, and the state of its credential. */
export function recordFailedAttempt(
  progress: Progress,
  channel: Channel,
  failure: UpstreamFailure,
  deps: RelayDeps,
): RelayFailure {
  const { call, body } = progress
  recordAttemptError(progress, channel, failure)
  const verdict = judge(failure, channel, body.bytes)
  if (!call.signal.aborted) {
    const isKeys = isKeyed(channel) && noteKeyFailure(progress, channel, failure, verdict, deps)
    if (verdict.retry && consequences[verdict.meaning].circuit && !isKeys)
      deps.services.circuits.failed(channel.id, call.model, toFailure(call, channel, failure, verdict))
    if (!isKeyed(channel)) noteChannelFailure(channel, failure, verdict, deps)
  }
  return new RelayFailure(verdict, failure, call.stream)
}
