import type { AttemptRecord } from '#contract/receipt.ts'
import type { RelayEndpoint } from '../../formats/endpoints/endpoints.ts'
import type { Channel } from '../../formats/providers/channel.ts'
import type { Hold } from '../../money/accounting/hold.ts'
import { andThen, type MaybePromise } from '../../platform/async/and-then.ts'
import { waitFor } from '../../platform/telemetry/wait-for.ts'
import type { DisconnectSignal, RelayRequest } from '../../wire/http1/shared/request.ts'
import type { RelayResponse } from '../../wire/http1/shared/response.ts'
import { requireRelaying } from '../readiness.ts'
import { forgetAccessToken, isTokenRefused } from '../upstream/access-tokens.ts'
import { isTextAnswer } from '../upstream/answers/text-reader.ts'
import type { RelayFailure } from '../upstream/relay-failure.ts'
import type { UpstreamFailure } from '../upstream/upstream-failure.ts'
import type { Caller } from './admit/admit.ts'
import { deliverStreamAnswer } from './answer/deliver-stream.ts'
import { deliverWholeAnswer } from './answer/whole-answer.ts'
import type { FailedAttempt } from './attempt/attempt.ts'
import { enterIfOpen, type FullChannel, unservedError } from './attempt/enter-channel.ts'
import { keyAttempts } from './attempt/key-attempts.ts'
import { mayAcceptLonger } from './attempt/may-accept-longer.ts'
import { recordAttemptError, recordFailedAttempt } from './attempt/record-failure.ts'
import { isEventStream, tryChannel } from './attempt/try-channel.ts'
import { type Entered, hedgeAfter, type Started, tryHedged } from './attempt/try-hedged.ts'
import { startBackground } from './background/start-background.ts'
import { recordStart, voidCall } from './charge/charge.ts'
import { countFailedAttempt } from './charge/count-traffic.ts'
import { coverCall } from './charge/cover-call.ts'
import { logFailedCall } from './charge/log-failed-call.ts'
import { requireBalance } from './charge/reserve.ts'
import type { RelayDeps } from './deps/deps.ts'
import { findHistory, prepareCall, readAnyFacts, restoredFacts, routesOf, searchLargeBody } from './prepare-call.ts'
import type { Call } from './read/call.ts'
import { createProgress, type Progress, throwIfStopped } from './read/progress.ts'
import { type RequestFacts, readBody } from './read/read-call.ts'
import { maxTries } from './route/candidates.ts'
import { mayTakeOtherRoute } from './route/may-take-other-route.ts'
import type { Route } from './route/routes-of-call.ts'
import { serveOrWait } from './waiting/serve-or-wait.ts'

/** The id of a call, its spans, and the model that it names once that is read. */
export type TracedId = Pick<Call, 'id' | 'trace'> & { model?: string }

/**
 * Runs a call: prices it, holds its cost, tries channels until one answers, delivers the answer, charges it. The
 * caller has been admitted. Throws an ApiError or a RelayFailure, and then nothing is held or charged.
 */
export function relay(
  request: RelayRequest,
  endpoint: RelayEndpoint,
  caller: Caller,
  traced: TracedId,
  deps: RelayDeps,
): MaybePromise<RelayResponse> {
  requireRelaying(deps)
  const payable = request.isArriving && requireBalance(caller, endpoint, deps)
  const asked = payable instanceof Promise ? waitFor('lease', payable, traced.trace) : payable
  const arrived = andThen(asked, () => readBody(request, caller.user.id, deps))
  const reading = andThen(arrived, (body) => readAnyFacts(request, body, endpoint, deps))
  return andThen(reading, (facts) => {
    traced.model = facts.model
    if (!facts.background) return runCall(request, facts, endpoint, caller, traced, deps)
    return startBackground({ id: traced.id, request, facts, endpoint, caller }, runStaying, deps)
  })

  async function runStaying(staying: RelayRequest, body: Buffer): Promise<RelayResponse> {
    return runCall(staying, await readAnyFacts(staying, body, endpoint, deps), endpoint, caller, traced, deps)
  }
}

/** Runs a call whose body is there. */
async function runCall(
  request: RelayRequest,
  ownFacts: RequestFacts,
  endpoint: RelayEndpoint,
  caller: Caller,
  { id, trace }: TracedId,
  deps: RelayDeps,
): Promise<RelayResponse> {
  const { model, stream } = ownFacts
  const info = { id, caller, model, stream, startedAt: Date.now(), trace }
  trace?.identify({ user: caller.user.id, token: caller.token?.id ?? 0, model, stream })
  let progress: Progress | undefined
  try {
    const restoring = restoredFacts(ownFacts, request, endpoint, caller, deps)
    const whole = restoring ? await restoring : ownFacts
    const searching = searchLargeBody(whole, endpoint, deps)
    const facts = searching ? await searching : whole
    const finding = findHistory(ownFacts, endpoint, caller, deps)
    const called = finding ? { ...info, history: await finding } : info
    const routes = routesOf(caller, facts, endpoint, deps)
    const attempts: AttemptRecord[] = []
    const take = (route: Route, isLast: boolean, onEntered: () => void) => {
      const { call, channels } = prepareCall(called, route, facts, request, endpoint, deps)
      progress = createProgress(call, facts.body, attempts)
      if (channels.length > 1) progress.order = idsUpTo(channels[maxTries(deps.services.options.values) - 1], channels)
      progress.onEntered = onEntered
      return runOnRoute(progress, channels, isLast, deps)
    }
    const serve = (entered: () => void) =>
      routes.length === 1
        ? take(routes[0], true, entered)
        : takeFirstRoute(routes, request.disconnect, (route, isLast) => take(route, isLast, entered))
    return await serveOrWait(routes, caller, request.disconnect, serve, deps)
  } catch (error) {
    logFailedCall(info, progress, error, deps)
    throw error
  }
}

/** The ids of the channels up to one of them; of all where it is none of them. */
function idsUpTo(last: Channel | undefined, channels: readonly Channel[]): readonly number[] {
  const ids = channels.map(({ id }) => id)
  return last ? ids.slice(0, ids.indexOf(last.id) + 1) : ids
}

/**
 * Takes the routes of a call one after the other until one of them serves it. Rejects with the error of the last that
 * was taken.
 */
async function takeFirstRoute(
  [route, ...others]: readonly [Route, ...Route[]],
  caller: DisconnectSignal,
  take: TakeRoute,
): Promise<RelayResponse> {
  const [next, ...rest] = others
  if (!next) return take(route, true)
  try {
    return await take(route, false)
  } catch (error) {
    if (caller.aborted || !mayTakeOtherRoute(error)) throw error
    return takeFirstRoute([next, ...rest], caller, take)
  }
}

type TakeRoute = (route: Route, isLast: boolean) => Promise<RelayResponse>

/**
 * Counts a call in its limits, holds its cost, and tries the channels of a route. When it rejects, nothing is held; a
 * call that goes on to another route is counted there, and one that was sent to no channel nowhere.
 */
async function runOnRoute(
  progress: Progress,
  channels: readonly Channel[],
  isLast: boolean,
  deps: RelayDeps,
): Promise<RelayResponse> {
  const { liveCalls } = deps.services
  liveCalls.begin(progress)
  try {
    return await andThen(coverCall(progress, deps), (hold) => tryChannels(progress, channels, isLast, hold, deps))
  } catch (error) {
    const [admission] = progress.admissions
    const goesOn = !isLast && mayTakeOtherRoute(error)
    if (goesOn || progress.attempts.length === 0) admission?.undo()
    else admission?.end(0)
    throw error
  } finally {
    if (!progress.answer) liveCalls.end(progress)
  }
}

/**
 * Tries the channels one after the other, before the first byte only, and each at most once. When none of them
 * answers, nothing stays held.
 */
async function tryChannels(
  progress: Progress,
  channels: readonly Channel[],
  isLastRoute: boolean,
  hold: Hold,
  deps: RelayDeps,
): Promise<RelayResponse> {
  const { call } = progress
  let last: RelayFailure | undefined
  const tooSmall: Channel[] = []
  const full: FullChannel[] = []
  try {
    const enterNext = channelEntrance(progress, channels, hold, { tooSmall, full }, deps)
    for (;;) {
      throwIfStopped(progress)
      const entering = enterNext(progress)
      const entered = entering instanceof Promise ? await entering : entering
      if (!entered) break
      if (!last) recordStart(progress, deps)
      progress.onEntered?.()
      const mayRetry = !isLastRoute || entered.mayRetry
      const result = await tryAndDeliver(progress, entered, mayRetry, hold, enterNext, deps)
      const { channel, stay } = entered
      if ('failure' in result) stay.leave()
      if (!('failure' in result)) {
        deps.services.circuits.succeeded(channel.id, call.model, progress.attempts.at(-1)?.ms)
        deps.services.keyPools.succeeded(channel)
        return result
      }
      if (progress.isStopped) recordAttemptError(progress, channel, result.failure)
      throwIfStopped(progress)
      last = recordFailedAttempt(progress, channel, result.failure, deps)
      countFailedAttempt(progress, channel, last, deps)
      if (last.verdict.tooLong) tooSmall.push(channel)
      if (call.signal.aborted || !last.verdict.retry) break
    }
    throw last ?? unservedError(call, full)
  } catch (error) {
    voidCall(progress, hold, deps)
    throw error
  }
}

/** Enters the next channel that takes the call; undefined = there is none, or enough were tried. */
type EnterNext = (own: Progress) => MaybePromise<(Entered & { mayRetry: boolean }) | undefined>

/**
 * Returns a function that goes through the channels of a route. `own`: the progress of the attempt that is about to
 * begin.
 */
function channelEntrance(
  progress: Progress,
  channels: readonly Channel[],
  hold: Hold,
  { tooSmall, full }: { tooSmall: Channel[]; full: FullChannel[] },
  deps: RelayDeps,
): EnterNext {
  const { keyPools, options } = deps.services
  const hasPool = channels.some(({ id }) => keyPools.of(id) !== undefined)
  const order = (hasPool ? keyAttempts(channels, progress, full, deps) : channels)[Symbol.iterator]()
  const tries = maxTries(options.values)
  const tried = new Set<number>()
  return enterNext

  function enterNext(own: Progress): ReturnType<EnterNext> {
    const next = order.next()
    if (next.done || (tried.size >= tries && !tried.has(next.value.id))) return undefined
    const channel = next.value
    if (!mayAcceptLonger(channel, tooSmall, progress.call.model)) return enterNext(own)
    return andThen(enterIfOpen(own, channel, hold, full, deps), (stay): ReturnType<EnterNext> => {
      if (own !== progress) progress.wantsOtherKey = own.wantsOtherKey
      if (!stay) return enterNext(own)
      if (progress.order?.includes(channel.id) === false) progress.order = idsUpTo(channel, channels)
      tried.add(channel.id)
      return { channel, stay, mayRetry: tried.size < tries && channel.id !== channels.at(-1)?.id }
    })
  }
}

/** Tries a channel, a second time where only its short-lived token was refused, and delivers what it answers. */
async function tryAndDeliver(
  progress: Progress,
  entered: Entered & { mayRetry: boolean },
  mayRetry: boolean,
  hold: Hold,
  enterNext: EnterNext,
  deps: RelayDeps,
): Promise<RelayResponse | { failure: UpstreamFailure }> {
  const { inFlight } = deps.services
  const hedgedAfter = entered.mayRetry ? hedgeAfter(progress, entered.channel, deps) : undefined
  inFlight.begin(entered.channel.id)
  const { id: first } = entered.channel
  try {
    const tried =
      hedgedAfter === undefined
        ? await tryChannel(progress, entered.channel, mayRetry, deps)
        : await tryHedged(progress, entered, hedgedAfter, enterNext, deps)
    const { channel } = entered
    const result = 'failure' in tried ? tried : await deliver(progress, tried, hold, deps)
    if (!('failure' in result) || !shouldRenewToken(progress, channel, result.failure, tried.accessToken)) return result
    const again = await tryChannel(progress, channel, false, deps)
    return 'failure' in again ? again : await deliver(progress, again, hold, deps)
  } finally {
    inFlight.end(first)
  }
}

/**
 * Delivers an answer and charges it, or returns the failure after which another channel is tried. A model's answer
 * gets the shape that the caller requested, whatever the upstream sends; other answers are streams where the
 * upstream streams.
 */
function deliver(progress: Progress, attempt: Exclude<Started, FailedAttempt>, hold: Hold, deps: RelayDeps) {
  const { endpoint, stream } = progress.call
  const isStream = isTextAnswer(endpoint) ? stream : isEventStream(attempt.answer)
  return isStream
    ? deliverStreamAnswer(progress, attempt, hold, deps)
    : deliverWholeAnswer(progress, attempt, hold, deps)
}

/** Whether only the short-lived token was refused, which its vendor may have ended early: the next one may work. */
function shouldRenewToken(progress: Progress, channel: Channel, failure: UpstreamFailure, access = ''): boolean {
  const isRefused = isTokenRefused(failure) && !progress.call.signal.aborted && forgetAccessToken(channel, access)
  if (isRefused) recordAttemptError(progress, channel, failure)
  return isRefused
}
