import type { AttemptRecord } from '#contract/receipt.ts'
import type { RelayEndpoint } from '../../formats/endpoints/endpoints.ts'
import type { Channel } from '../../formats/providers/channel.ts'
import type { RelayResponse } from '../../wire/http1/shared/response.ts'
import { admitCall, type Caller } from './admit/admit.ts'
import type { ReadRequest } from './admit/call-headers.ts'
import { deliverAnswer } from './answer/deliver-answer.ts'
import type { AnsweredAttempt } from './attempt/attempt.ts'
import { idsUpTo, tryChannels } from './attempt/try-channels.ts'
import { startBackground } from './background/start-background.ts'
import type { Call } from './call/call.ts'
import { type CallRun, createRun, maxTries } from './call/call-run.ts'
import { holdCost } from './charge/hold-cost.ts'
import { logFailedCall } from './charge/log-failed-call.ts'
import type { RelayDeps } from './deps/deps.ts'
import type { RequestFacts } from './read/read-call.ts'
import { completeFacts, readAnyFacts, readRequest } from './read/read-request.ts'
import { mayTakeOtherRoute } from './route/may-take-other-route.ts'
import { findHistory, prepareCall, type RoutedCall, routesOf } from './route/prepare-call.ts'
import type { Route } from './route/routes-of-call.ts'
import { serveOrWait } from './waiting/serve-or-wait.ts'

/** The id of a call, its spans, and the model that it names once that is read. */
export type TracedId = Pick<Call, 'id' | 'trace'> & { model?: string }

/**
 * Runs a call in six stages. Each hands the next a record that does not change: `Caller` → `RequestFacts` → `Call` and
 * its channels → `AnsweredAttempt` → `AnswerEnd` → the charge in the journal. Rejects with an ApiError or a
 * RelayFailure, and then nothing is held or charged.
 */
export async function relay(
  request: ReadRequest,
  endpoint: RelayEndpoint,
  caller: Caller,
  traced: TracedId,
  deps: RelayDeps,
): Promise<RelayResponse> {
  // 1. Admit: relay-handler.ts knows the caller. May it call now, and can it pay?
  const admitting = admitCall(request, endpoint, caller, traced.trace, deps)
  if (admitting) await admitting

  // 2. Read: what does it ask for?
  const reading = readRequest(request, endpoint, caller.user.id, deps)
  const facts = reading instanceof Promise ? await reading : reading
  traced.model = facts.model
  if (!facts.background) return runCall(request, facts, endpoint, caller, traced, deps)
  return startBackground({ id: traced.id, request, facts, endpoint, caller }, runStaying, deps)

  async function runStaying(staying: ReadRequest, body: Buffer): Promise<RelayResponse> {
    return runCall(staying, await readAnyFacts(staying, body, endpoint, deps), endpoint, caller, traced, deps)
  }
}

/** Runs a call whose body was read. */
async function runCall(
  request: ReadRequest,
  asked: RequestFacts,
  endpoint: RelayEndpoint,
  caller: Caller,
  { id, trace }: TracedId,
  deps: RelayDeps,
): Promise<RelayResponse> {
  const { model, stream } = asked
  const info = { id, caller, model, stream, startedAt: Date.now(), trace }
  trace?.identify({ user: caller.user.id, token: caller.token?.id ?? 0, model, stream })
  let run: CallRun | undefined
  try {
    const completing = completeFacts(asked, request, endpoint, caller, deps)
    const facts = completing ? await completing : asked

    // 3. Route: which models in which groups may serve it, and for each which channels in which order?
    const finding = findHistory(asked, endpoint, caller, deps)
    const called = finding ? { ...info, history: await finding } : info
    const routes = routesOf(caller, facts, endpoint, deps)
    const attempts: AttemptRecord[] = []
    const take = (route: Route, isLast: boolean, entered?: () => void) => {
      const routed = prepareCall(called, route, facts, request, endpoint, deps)
      run = createRun(routed.call, facts.body, attempts, firstOrder(routed.channels, deps))
      return serveRoute(run, routed, isLast, entered, deps)
    }
    return await serveOrWait(routes, caller, request.disconnect, (entered) => takeFirst(routes, take, entered), deps)
  } catch (error) {
    logFailedCall(info, run, error, deps)
    throw error
  }

  /** Takes the routes one after the other until one of them serves the call. Rejects with the error of the last. */
  async function takeFirst([route, ...others]: Routes, take: TakeRoute, entered?: () => void): Promise<RelayResponse> {
    const [next, ...rest] = others
    if (!next) return take(route, true, entered)
    try {
      return await take(route, false, entered)
    } catch (error) {
      if (request.disconnect.aborted || !mayTakeOtherRoute(error)) throw error
      return takeFirst([next, ...rest], take, entered)
    }
  }
}

type Routes = readonly [Route, ...Route[]]
type TakeRoute = (route: Route, isLast: boolean, entered?: () => void) => Promise<RelayResponse>

/** Returns the channels that a call tries unless some of them are full; undefined = there is one. */
const firstOrder = (channels: readonly Channel[], { services }: RelayDeps) =>
  channels.length > 1 ? idsUpTo(channels[maxTries(services.options.values) - 1], channels) : undefined

/**
 * Holds the cost of a call, tries the channels of a route, and delivers and charges the answer. When it rejects, nothing
 * is held; a call that goes on to another route is counted in its limits there, and one that was sent to no channel
 * nowhere.
 */
async function serveRoute(
  run: CallRun,
  { channels, hasPool }: RoutedCall,
  isLastRoute: boolean,
  entered: (() => void) | undefined,
  deps: RelayDeps,
): Promise<RelayResponse> {
  const { liveCalls } = deps.services
  liveCalls.begin(run)
  try {
    const held = await holdCost(run, deps)
    try {
      // 4. Attempt: one channel after the other, until one begins to answer.
      return await tryChannels(held, { channels, hasPool, isLastRoute, entered, answer }, deps)
    } catch (error) {
      const [admission] = held.admissions
      const goesOn = !isLastRoute && mayTakeOtherRoute(error)
      if (goesOn || run.attempts.length === 0) admission?.undo()
      else admission?.end(0)
      throw error
    }

    // 5. Answer, in the shape that was asked for; and 6. charge it, before its last byte leaves.
    function answer(attempt: AnsweredAttempt) {
      return deliverAnswer(held, attempt, deps)
    }
  } finally {
    if (!run.answer) liveCalls.end(run)
  }
}
