import type { RelayEndpoint } from '../endpoints/endpoints.ts'
import { ApiError } from '../errors/api-error.ts'
import type { RelayRequest } from '../http1/shared/request.ts'
import type { RelayResponse } from '../http1/shared/response.ts'
import type { Hold } from '../money/hold.ts'
import { requireRelaying } from '../operations/readiness.ts'
import type { Channel } from '../registry/channels.ts'
import { forgetAccessToken, isTokenRefused } from '../upstream/access-tokens.ts'
import { isTextAnswer } from '../upstream/answers/text-reader.ts'
import type { UpstreamFailure } from '../upstream/upstream-failure.ts'
import { deliverStreamAnswer } from './answer/stream-answer.ts'
import { deliverWholeAnswer } from './answer/whole-answer.ts'
import { recordStart, voidCall } from './billing/charge.ts'
import { type FailedCallInfo, logFailedCall } from './billing/log-failed-call.ts'
import { reserve } from './billing/reserve.ts'
import type { RelayDeps } from './deps.ts'
import { type Caller, groupOf } from './entry/admit.ts'
import { checkCallRate } from './entry/check-call-rate.ts'
import { checkModelAllowed, quoteFor } from './entry/model-access.ts'
import type { Call } from './request/call.ts'
import { endpointFromQuery } from './request/endpoint-from-query.ts'
import { forwardedHeaders } from './request/forwarded-headers.ts'
import { pricingInput } from './request/pricing-input.ts'
import { checkGrownBody, type RequestFacts, readBody, readCall } from './request/read-call.ts'
import { formPromptTexts, readForm } from './request/read-form.ts'
import { restoreHistory } from './request/restore-history.ts'
import { hasSensitiveWord, textsHaveSensitiveWord } from './request/sensitive.ts'
import { candidates } from './routing/candidates.ts'
import { mayAcceptLonger } from './upstream/may-accept-longer.ts'
import { highestRates } from './upstream/price-edits.ts'
import { type RelayFailure, recordAttemptError, recordFailedAttempt } from './upstream/relay-failure.ts'
import { isEventStream, tryChannel, type Upstream } from './upstream/try-channel.ts'

/**
 * Runs a call: prices it, holds its cost, tries channels until one answers, delivers the answer, charges it. The
 * caller has been admitted. Throws an ApiError or a RelayFailure, and then nothing is held or charged.
 */
export async function relay(
  request: RelayRequest,
  endpoint: RelayEndpoint,
  caller: Caller,
  id: string,
  deps: RelayDeps,
): Promise<RelayResponse> {
  requireRelaying(deps)
  const received = readBody(request, caller.user.id, deps)
  const body = received instanceof Promise ? await received : received
  const ownFacts = readFacts(request, body, endpoint)
  const info = { id, caller, model: ownFacts.model, stream: ownFacts.stream, startedAt: Date.now() }
  let call: Call | undefined
  let hold: Hold | undefined
  try {
    const counted = checkCallRate(caller, deps.services)
    if (counted) await counted
    const whole = endpoint.format === 'responses' ? restoredFacts(ownFacts, request, endpoint, caller, deps) : undefined
    const facts = whole ? await whole : ownFacts
    const prepared = prepareCall(info, facts, request, endpoint, deps)
    call = prepared.call
    const least = deps.undeliverable.minimumFor(call)
    const reserved = reserve(call, deps.accounting.wallet, least instanceof Promise ? await least : least)
    hold = reserved instanceof Promise ? await reserved : reserved
    let last: RelayFailure | undefined
    const tooSmall: Channel[] = []
    // Channels are tried one after the other, before the first byte only, and each at most once.
    for (const channel of prepared.channels) {
      // The channel was disabled after the order was made.
      if (deps.services.channels.byId(channel.id)?.status !== 1) continue
      if (!mayAcceptLonger(channel, tooSmall, call.model)) continue
      if (!last) recordStart(call, deps)
      const tried = await tryChannel(call, channel, deps)
      if ('answer' in tried) tried.mayRetry = channel !== prepared.channels.at(-1)
      let result = 'failure' in tried ? tried : await deliver(call, tried, hold, deps)
      if ('failure' in result && shouldRenewToken(call, channel, result.failure, tried.accessToken)) {
        const again = await tryChannel(call, channel, deps)
        result = 'failure' in again ? again : await deliver(call, again, hold, deps)
      }
      if (!('failure' in result)) {
        deps.health.succeeded(channel.id)
        return result
      }
      last = recordFailedAttempt(call, channel, result.failure, deps)
      if (last.verdict.tooLong) tooSmall.push(channel)
      if (call.signal.aborted || !last.verdict.retry) break
    }
    throw last ?? new ApiError('no_channel', { group: call.group, model: call.model })
  } catch (error) {
    if (call && hold) voidCall(call, hold, deps)
    logFailedCall(info, call, error, deps)
    throw error
  }
}

/**
 * Returns the facts of a Responses call with everything inserted that it refers to; undefined = it refers to
 * nothing that is stored here.
 */
function restoredFacts(
  ownFacts: RequestFacts,
  request: RelayRequest,
  endpoint: RelayEndpoint,
  caller: Caller,
  deps: RelayDeps,
): Promise<RequestFacts> | undefined {
  const owner = { user: caller.user.id, token: caller.token?.id ?? 0 }
  const whole = restoreHistory(ownFacts, owner, deps.services)
  return whole?.then((body) => {
    return readFacts(request, checkGrownBody(body, ownFacts.body.length, request, owner.user, deps), endpoint)
  })
}

/**
 * Delivers an answer and charges it, or returns the failure after which another channel is tried. A model's answer
 * gets the shape that the caller requested, whatever the upstream sends; other answers are streams where the
 * upstream streams.
 */
function deliver(call: Call, upstream: Upstream, hold: Hold, deps: RelayDeps) {
  const isStream = isTextAnswer(call) ? call.stream : isEventStream(upstream.answer)
  return isStream ? deliverStreamAnswer(call, upstream, hold, deps) : deliverWholeAnswer(call, upstream, hold, deps)
}

/** Reads and checks a request. Throws an ApiError that says what is wrong with it. */
function readFacts(request: RelayRequest, body: Buffer, endpoint: RelayEndpoint): RequestFacts {
  return endpoint.form ? readForm(body, request.header('content-type') ?? '', endpoint) : readCall(body, endpoint)
}

/** Determines the group of a call, the channels that may serve it, and its price. */
function prepareCall(
  { id, caller, startedAt }: FailedCallInfo,
  facts: RequestFacts,
  request: RelayRequest,
  endpoint: RelayEndpoint,
  deps: RelayDeps,
): { call: Call; channels: readonly Channel[] } {
  const { options } = deps.services
  const saysWord = endpoint.form
    ? textsHaveSensitiveWord(formPromptTexts(facts), options)
    : hasSensitiveWord(facts, options)
  if (saysWord) throw new ApiError('sensitive_words_detected')
  const group = playgroundGroup(facts.group, caller, deps) ?? groupOf(caller.user, caller.token, options.values)
  checkModelAllowed(caller, facts.model)
  const wanted = { group, model: facts.model, pinnedChannel: caller.pinnedChannel, endpoint }
  const channels = candidates(wanted, deps, facts.conversationKey)
  const listed = quoteFor(facts.model, group, deps)
  const { quote, inputTokens, note, quoteForImages } = pricingInput(facts, endpoint, listed)
  const call: Call = {
    id,
    index: undefined,
    startedAt,
    endpoint: endpointFromQuery(endpoint, request.url),
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
    contentType: request.header('content-type') ?? 'application/json',
    accept: request.header('accept') ?? (facts.stream ? 'text/event-stream' : 'application/json'),
    forwarded: forwardedHeaders(request, endpoint),
    note,
    quoteForImages,
    pinnedChannel: caller.pinnedChannel,
    inputTokens,
    maxTokens: facts.maxTokens,
    answerCount: facts.answerCount,
    language: caller.language,
    signal: request.disconnect,
    attempts: [],
  }
  const holdRates = highestRates(call, channels)
  return { call: holdRates ? { ...call, holdRates } : call, channels }
}

function playgroundGroup(wanted: string | undefined, { user }: Caller, { services }: RelayDeps): string | undefined {
  if (!wanted) return undefined
  const { UserUsableGroups, GroupRatio } = services.options.values
  const usable = wanted === user.group || Object.hasOwn(UserUsableGroups, wanted)
  if (!usable || !Object.hasOwn(GroupRatio, wanted)) throw new ApiError('group_not_allowed')
  return wanted
}

/** Whether only the short-lived token was refused, which its vendor may have ended early: the next one may work. */
function shouldRenewToken(call: Call, channel: Channel, failure: UpstreamFailure, access = ''): boolean {
  const isRefused = isTokenRefused(failure) && !call.signal.aborted && forgetAccessToken(channel, access)
  if (isRefused) recordAttemptError(call, channel, failure)
  return isRefused
}
