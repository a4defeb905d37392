import type { AttemptRecord } from '#contract/receipt.ts'
import { sendAndFollow } from '../../../formats/following/follow-exchange.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import type { MaybePromise } from '../../../platform/async/and-then.ts'
import { readErrorText, sendUpstream } from '../../../wire/egress/upstream.ts'
import { readAnsweredFailure } from '../../upstream/read-failure.ts'
import { redactKeys } from '../../upstream/redact.ts'
import { localFailure } from '../../upstream/upstream-failure.ts'
import { lacksResponses } from '../../upstream/upstream-format.ts'
import type { Call } from '../call/call.ts'
import { addAttemptRecord, type CallRun } from '../call/call-run.ts'
import type { RelayDeps } from '../deps/deps.ts'
import type { AnsweredAttempt, Attempt, FailedAttempt } from './attempt.ts'
import { type BuiltRequest, buildRequest } from './build-request.ts'
import { channelPlan } from './channel-plan.ts'
import { ExchangeWatch } from './exchange-watch.ts'
import { firstByteLimit } from './time-limits.ts'

const MAX_ERROR_BYTES = 64 * 1024
const STOPPED = 'an administrator stopped the call'

/** Attempts that are cut off count as longer than their limit, so that a limit that is too short grows. */
const LATE_FACTOR = 2

/** Counts an attempt that did not begin to answer in time. */
export function noteLate(
  { channel, startedAt }: Pick<Attempt, 'channel' | 'startedAt'>,
  { model, stream }: Pick<Call, 'model' | 'stream'>,
  { circuits }: Pick<RelayDeps['services'], 'circuits'>,
): void {
  circuits.began(channel.id, model, stream, LATE_FACTOR * (Date.now() - startedAt))
}

type AttemptDeps = Pick<RelayDeps, 'ticker' | 'fetchMedia' | 'writeSettings' | 'services'>

/**
 * Makes one attempt at one channel: sends the request and waits for the head of the answer. The attempt is recorded
 * in the run. A channel that turns out not to have the path is tried once more, in its other format. Never
 * throws.
 */
export function tryChannel(
  run: CallRun,
  channel: Channel,
  mayRetry: boolean,
  deps: AttemptDeps,
): MaybePromise<AnsweredAttempt | FailedAttempt> {
  const record = addAttemptRecord(run, channel)
  const plan = channelPlan(channel, run.call)
  const { provider, model } = plan
  if (!provider) return { failure: localFailure('unreachable', `channel type ${channel.type} is not supported`) }
  const startedAt = Date.now()
  let limit: number | undefined
  // Most calls have their first byte before anybody looks at the limit.
  const firstByteBy = () => {
    limit ??= firstByteLimit(channel, model, run.call, deps.services)
    return startedAt + limit
  }
  const attempt = { channel, provider, plan, model, startedAt, firstByteBy, mayRetry }
  const { trace, group } = run.call
  trace?.attempt({ group, channel, model })
  run.phase = 'sending'
  const building = buildRequest(run, attempt, deps)
  if (building instanceof Promise)
    return building.then((built) => ('failure' in built ? built : sendRequest(run, attempt, built, record, deps)))
  return 'failure' in building ? building : sendRequest(run, attempt, building, record, deps)
}

async function sendRequest(
  run: CallRun,
  attempt: Attempt,
  { request, following, format, reader, accessToken, omitted, premiumTier, byCost }: BuiltRequest,
  record: AttemptRecord,
  deps: AttemptDeps,
): Promise<AnsweredAttempt | FailedAttempt> {
  const { call } = run
  const { channel, provider, startedAt, mayRetry } = attempt
  if (run.isStopped) return { failure: localFailure('unreachable', STOPPED) }
  const sent = call.trace ? call.trace.send(request) : request
  const exchange = following ? sendAndFollow(sent, following, deps.fetchMedia) : sendUpstream(sent)
  run.phase = 'first_byte'
  run.interrupt = () => exchange.cancel(STOPPED)
  const watch = new ExchangeWatch(deps.ticker, call.signal, exchange, attempt.firstByteBy)
  try {
    const raw = await exchange.answer
    const answer = provider.reframe ? provider.reframe(raw, call) : raw
    record.status = answer.status
    if (answer.status >= 200 && answer.status < 300) {
      if (!call.stream) deps.services.circuits.began(channel.id, call.model, false, Date.now() - startedAt)
      return { ...attempt, answer, exchange, format, reader, accessToken, omitted, premiumTier, byCost }
    }
    const failure = readAnsweredFailure(answer, await readErrorText(answer, MAX_ERROR_BYTES), Date.now())
    exchange.cancel('the rest of the error is not needed')
    if (format === 'responses' && lacksResponses(channel, call.endpoint, failure, startedAt) && !call.signal.aborted) {
      record.error = redactKeys(failure.error.message, channel.key).slice(0, 300)
      return tryChannel(run, channel, mayRetry, deps)
    }
    return { failure, accessToken }
  } catch (error) {
    const kind = watch.isLate ? 'timeout' : 'unreachable'
    if (watch.isLate) noteLate(attempt, call, deps.services)
    return { failure: localFailure(kind, error instanceof Error ? error.message : String(error)) }
  } finally {
    watch.end()
    record.ms = Date.now() - startedAt
  }
}
