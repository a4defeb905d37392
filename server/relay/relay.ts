import type { RelayEndpoint } from '../endpoints/endpoints.ts'
import { Failure } from '../errors/api-error.ts'
import type { Incoming } from '../http1/shared/request.ts'
import type { Reply } from '../http1/shared/response.ts'
import type { Hold } from '../money/hold.ts'
import { requireRelaying } from '../operations/readiness.ts'
import type { Channel } from '../registry/channels.ts'
import { forgetAccessToken, isTokenRefused } from '../upstream/access-tokens.ts'
import type { UpstreamFailure } from '../upstream/upstream-failure.ts'
import { isTold, jsonAnswer } from './answer/json-answer.ts'
import { streamAnswer } from './answer/stream-answer.ts'
import { recordStart, voidCall } from './billing/charge.ts'
import { type Asked, noteUnserved } from './billing/log-failed-call.ts'
import { reserve } from './billing/reserve.ts'
import type { RelayDeps } from './deps.ts'
import { type Caller, groupOf } from './entry/admit.ts'
import { countCall } from './entry/call-rate.ts'
import { checkModel, quoteFor } from './entry/model-access.ts'
import type { Call } from './request/call.ts'
import { byQuery } from './request/endpoint-from-query.ts'
import { forwardedHeaders } from './request/forwarded-headers.ts'
import { measure } from './request/pricing-input.ts'
import { bodyOf, grownBody, type RequestFacts, readCall } from './request/read-call.ts'
import { readForm, spokenInForm } from './request/read-form.ts'
import { recalled } from './request/restore-history.ts'
import { sensitiveWordIn, sensitiveWordInTexts } from './request/sensitive.ts'
import { candidates } from './routing/candidates.ts'
import { attempt, isEventStream, type Upstream } from './upstream/attempt.ts'
import { mayTakeLonger } from './upstream/larger-context.ts'
import { dearestRates } from './upstream/priced-fields.ts'
import { failed, noteError, type RelayFailure } from './upstream/relay-failure.ts'

/**
 * A call's life: price it, set money aside, try channels until one answers, hand the answer over, bill it.
 * The caller has been admitted. Throws a Failure or a RelayFailure, and then nothing is held or charged.
 */
export async function relay(
  incoming: Incoming,
  endpoint: RelayEndpoint,
  caller: Caller,
  id: string,
  deps: RelayDeps,
): Promise<Reply> {
  requireRelaying(deps)
  const received = bodyOf(incoming, caller.user.id, deps)
  const body = received instanceof Promise ? await received : received
  const sent = factsOf(incoming, body, endpoint)
  const asked = { id, caller, model: sent.model, stream: sent.stream, startedAt: Date.now() }
  let call: Call | undefined
  let hold: Hold | undefined
  try {
    const counted = countCall(caller, deps.services)
    if (counted) await counted
    const whole = endpoint.format === 'responses' ? wholeFacts(sent, incoming, endpoint, caller, deps) : undefined
    const facts = whole ? await whole : sent
    const prepared = prepare(asked, facts, incoming, endpoint, deps)
    call = prepared.call
    const least = deps.withheld.least(call)
    const reserved = reserve(call, deps.accounting.wallet, least instanceof Promise ? await least : least)
    hold = reserved instanceof Promise ? await reserved : reserved
    let last: RelayFailure | undefined
    const tooSmall: Channel[] = []
    // One channel after the other; before the first byte only, and never one of them twice.
    for (const channel of prepared.channels) {
      // Disabled since the order was made: takes no further call.
      if (deps.services.channels.byId(channel.id)?.status !== 1) continue
      if (!mayTakeLonger(channel, tooSmall, call.model)) continue
      if (!last) recordStart(call, deps)
      const tried = await attempt(call, channel, deps)
      if ('answer' in tried) tried.mayRetry = channel !== prepared.channels.at(-1)
      let result = 'failure' in tried ? tried : await handOver(call, tried, hold, deps)
      if ('failure' in result && deservesNewToken(call, channel, result.failure, tried.access)) {
        const again = await attempt(call, channel, deps)
        result = 'failure' in again ? again : await handOver(call, again, hold, deps)
      }
      if (!('failure' in result)) {
        deps.health.succeeded(channel.id)
        return result
      }
      last = failed(call, channel, result.failure, deps)
      if (last.verdict.tooLong) tooSmall.push(channel)
      if (call.signal.aborted || !last.verdict.retry) break
    }
    throw last ?? new Failure('no_channel', { group: call.group, model: call.model })
  } catch (error) {
    if (call && hold) voidCall(call, hold, deps)
    noteUnserved(asked, call, error, deps)
    throw error
  }
}

/** What a call of responses asks for with everything in it that it refers to; undefined = it refers to nothing here. */
function wholeFacts(
  sent: RequestFacts,
  incoming: Incoming,
  endpoint: RelayEndpoint,
  caller: Caller,
  deps: RelayDeps,
): Promise<RequestFacts> | undefined {
  const owner = { user: caller.user.id, token: caller.token?.id ?? 0 }
  const whole = recalled(sent, owner, deps.services)
  return whole?.then((body) => {
    return factsOf(incoming, grownBody(body, sent.body.length, incoming, owner.user, deps), endpoint)
  })
}

/**
 * Hands an answer over and bills it; or says why another channel should be tried. The answer of a model has the shape
 * that its caller wants, whatever the upstream sends; other answers are streams where the upstream streams.
 */
function handOver(call: Call, upstream: Upstream, hold: Hold, deps: RelayDeps) {
  const isStream = isTold(call) ? call.stream : isEventStream(upstream.answer)
  return isStream ? streamAnswer(call, upstream, hold, deps) : jsonAnswer(call, upstream, hold, deps)
}

/** Reads what a request asks for. Throws the Failure that says what is wrong with it. */
function factsOf(incoming: Incoming, body: Buffer, endpoint: RelayEndpoint): RequestFacts {
  return endpoint.form ? readForm(body, incoming.header('content-type') ?? '', endpoint) : readCall(body, endpoint)
}

/** Finds the group of a call, the channels that may serve it and its price. */
function prepare(
  { id, caller, startedAt }: Asked,
  facts: RequestFacts,
  incoming: Incoming,
  endpoint: RelayEndpoint,
  deps: RelayDeps,
): { call: Call; channels: readonly Channel[] } {
  const { options } = deps.services
  const saysWord = endpoint.form ? sensitiveWordInTexts(spokenInForm(facts), options) : sensitiveWordIn(facts, options)
  if (saysWord) throw new Failure('sensitive_words_detected')
  const group = playgroundGroup(facts.group, caller, deps) ?? groupOf(caller.user, caller.token, options.values)
  checkModel(caller, facts.model)
  const wanted = { group, model: facts.model, pinnedChannel: caller.pinnedChannel, endpoint }
  const channels = candidates(wanted, deps, facts.conversationKey)
  const listed = quoteFor(facts.model, group, deps)
  const { quote, inputTokens, note, ofPictures } = measure(facts, endpoint, listed)
  const call: Call = {
    id,
    place: undefined,
    startedAt,
    endpoint: byQuery(endpoint, incoming.url),
    user: caller.user,
    token: caller.token,
    group,
    model: facts.model,
    quote,
    stream: facts.stream && endpoint.hasOutput,
    usageWanted: facts.usageWanted,
    body: facts.body,
    fields: facts.fields,
    conversation: undefined,
    contentType: incoming.header('content-type') ?? 'application/json',
    accept: incoming.header('accept') ?? (facts.stream ? 'text/event-stream' : 'application/json'),
    forwarded: forwardedHeaders(incoming, endpoint),
    note,
    ofPictures,
    pinnedChannel: caller.pinnedChannel,
    inputTokens,
    maxTokens: facts.maxTokens,
    answers: facts.answers,
    language: caller.language,
    signal: incoming.hangUp,
    attempts: [],
  }
  const heldRates = dearestRates(call, channels)
  return { call: heldRates ? { ...call, heldRates } : call, channels }
}

function playgroundGroup(wanted: string | undefined, { user }: Caller, { services }: RelayDeps): string | undefined {
  if (!wanted) return undefined
  const { UserUsableGroups, GroupRatio } = services.options.values
  const usable = wanted === user.group || Object.hasOwn(UserUsableGroups, wanted)
  if (!usable || !Object.hasOwn(GroupRatio, wanted)) throw new Failure('group_not_allowed')
  return wanted
}

/** Whether it was the short-lived token that was refused, which its vendor may have ended early: the next may do. */
function deservesNewToken(call: Call, channel: Channel, failure: UpstreamFailure, access = ''): boolean {
  const isRefused = isTokenRefused(failure) && !call.signal.aborted && forgetAccessToken(channel, access)
  if (isRefused) noteError(call, channel, failure)
  return isRefused
}
