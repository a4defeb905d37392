import { REALTIME } from '../../../formats/endpoints/endpoints.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import type { MaybePromise } from '../../../platform/async/and-then.ts'
import type { CallTrace } from '../../../platform/telemetry/telemetry.ts'
import type { DisconnectSignal } from '../../../wire/http1/shared/request.ts'
import { endAll } from '../../limits/admission.ts'
import type { CallBudgets } from '../../limits/budget-windows.ts'
import { requireRelaying } from '../../readiness.ts'
import type { RelayFailure } from '../../upstream/relay-failure.ts'
import { type Caller, groupsOf } from '../admit/admit.ts'
import { countInLimits, findBudgets } from '../admit/count-in-limits.ts'
import { checkModelAllowed, quoteFor } from '../admit/model-access.ts'
import { type FullChannel, occupyKey, unservedError } from '../attempt/enter-channel.ts'
import { keyAttempts } from '../attempt/key-attempts.ts'
import { isKeyed } from '../attempt/key-failures.ts'
import { recordFailedAttempt } from '../attempt/record-failure.ts'
import type { Call } from '../call/call.ts'
import { createRun, NO_BODY } from '../call/call-run.ts'
import { type FailedCallInfo, logFailedCall } from '../charge/log-failed-call.ts'
import type { RelayDeps } from '../deps/deps.ts'
import { endpointFromQuery } from '../read/endpoint-from-query.ts'
import { parseModelName } from '../read/read-call.ts'
import { candidates } from '../route/candidates.ts'
import { groupForModel } from '../route/routes-of-call.ts'
import { connectUpstream, type HandshakeOptions, type UpstreamConnection } from './connect-upstream.ts'
import { Session } from './session.ts'
import { type SessionRun, Turn } from './turn.ts'

/** A caller's request for a session. */
export interface SessionRequest {
  caller: Caller
  /** Admits the caller again for a later response: a banned caller gets no further one. */
  admit(): MaybePromise<Caller>
  handshake: HandshakeOptions
  url: URL
  /** The request's id. */
  id: string
  trace: CallTrace | undefined
  disconnect: DisconnectSignal
}

/**
 * Opens a session: determines its price and channels, holds its cost, and tries channels until an upstream accepts.
 * Throws an ApiError or a RelayFailure, and then nothing is held.
 */
export async function openSession(request: SessionRequest, deps: RelayDeps): Promise<Session> {
  requireRelaying(deps)
  const { id, caller, url, handshake, trace } = request
  const info = {
    id,
    caller,
    model: parseModelName(url.searchParams.get('model')),
    stream: true,
    startedAt: Date.now(),
    trace,
  }
  trace?.identify({ user: caller.user.id, token: caller.token?.id ?? 0, model: info.model, stream: true })
  let session: SessionRun | undefined
  let first: Turn | undefined
  try {
    const prepared = prepareCall(info, request, deps)
    session = { run: createRun(prepared.call, NO_BODY), admissions: [] }
    const { admission, budgets } = await countInLimits(prepared.call, () => 0, deps.services)
    session.admissions.push(admission)
    first = createTurn(prepared.call, 1, session, budgets, deps)
    await first.cover()
    const connection = await connectToFirst(prepared.channels, session, handshake, deps)
    return new Session(session, connection, createTurnFactory(session, first, request, deps), deps)
  } catch (error) {
    await first?.drop()
    if (session) endUnopened(session)
    logFailedCall(info, session?.run, error, deps)
    throw error
  }
}

/** Ends what a session that was not opened has taken of limits. One that was sent to no channel counts nowhere. */
function endUnopened({ run, admissions }: SessionRun): void {
  if (run.attempts.length > 0) endAll(admissions, 0)
  else for (const admission of admissions) admission.undo()
}

/** Tries the channels one after the other, each at most once. */
async function connectToFirst(
  channels: readonly Channel[],
  session: SessionRun,
  handshake: HandshakeOptions,
  deps: RelayDeps,
): Promise<UpstreamConnection> {
  const { run } = session
  const { call } = run
  let last: RelayFailure | undefined
  const full: FullChannel[] = []
  for (const channel of keyAttempts(channels, run, full, deps)) {
    // The channel was disabled after the order was made.
    if (deps.services.channels.byId(channel.id)?.status !== 1) continue
    const stay = isKeyed(channel) ? occupyKey(session, channel, deps) : undefined
    const tried = await connectUpstream(run, channel, handshake, deps)
    if (!('failure' in tried)) {
      deps.services.circuits.succeeded(channel.id, call.model)
      deps.services.keyPools.succeeded(channel)
      return tried
    }
    stay?.leave()
    last = recordFailedAttempt(run, channel, tried.failure, deps)
    if (call.signal.aborted || !last.verdict.retry) break
  }
  throw last ?? unservedError(call, full)
}

function prepareCall(
  { id, caller, model, startedAt, trace }: FailedCallInfo,
  { url, disconnect }: SessionRequest,
  deps: RelayDeps,
): { call: Call; channels: readonly Channel[] } {
  const endpoint = endpointFromQuery(REALTIME, url.search)
  const group = groupForModel(caller, model, deps)
  checkModelAllowed(caller, model)
  const channels = candidates({ group, model, pinnedChannel: caller.pinnedChannel, endpoint }, deps)
  const call: Call = {
    id,
    startedAt,
    endpoint,
    user: caller.user,
    token: caller.token,
    group,
    model,
    quote: quoteFor(model, group, caller.user, deps),
    holdRates: undefined,
    stream: true,
    isText: true,
    usageWanted: true,
    contentType: '',
    accept: '',
    forwarded: undefined,
    note: '',
    quoteForImages: undefined,
    pinnedChannel: caller.pinnedChannel,
    inputTokens: 0,
    input: knownCount(0),
    ratios: deps.services.estimates.ratios(model),
    maxTokens: undefined,
    answerCount: 1,
    language: caller.language,
    signal: disconnect,
    trace,
  }
  return { call, channels }
}

/** Creates the `n`th turn of a session, which is a call of its own with the attempts of its session. */
const createTurn = (call: Call, n: number, session: SessionRun, budgets: CallBudgets, deps: RelayDeps) =>
  new Turn({ ...call, id: `${call.id}-${n}`, startedAt: Date.now() }, session, budgets, deps)

function createTurnFactory(session: SessionRun, first: Turn, { admit }: SessionRequest, deps: RelayDeps) {
  const { call } = session.run
  let turns = 1
  return {
    first,
    async create(model = call.model) {
      const caller = await admit()
      const groups = groupsOf(caller.user, caller.token, deps.services.options.values)
      const group = groups.includes(call.group) ? call.group : groups[0]
      checkModelAllowed(caller, call.model)
      // An unpriced transcription model cannot have been chosen by a price: its tokens cost the same as the
      // session's model.
      const quote =
        deps.prices.quote(model, group, caller.user.userRatio) ?? quoteFor(call.model, group, caller.user, deps)
      const own = { ...call, user: caller.user, token: caller.token, group, model, quote }
      return createTurn(own, ++turns, session, await findBudgets(own, deps.services), deps)
    },
  }
}

import { knownCount } from '../../upstream/answers/input-count.ts'
