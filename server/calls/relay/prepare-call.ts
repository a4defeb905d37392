import { isAutoGroup } from '#contract/groups.ts'
import { fieldValue } from '../../formats/body/scan-fields.ts'
import { textOf } from '../../formats/dialects/json.ts'
import type { RelayEndpoint } from '../../formats/endpoints/endpoints.ts'
import type { Channel } from '../../formats/providers/channel.ts'
import { quoteForPrompt } from '../../money/prices/quote.ts'
import type { MaybePromise } from '../../platform/async/and-then.ts'
import { inSlices } from '../../platform/async/in-slices.ts'
import { once } from '../../platform/async/once.ts'
import { isLarge, type Steps } from '../../platform/async/steps.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { RelayRequest } from '../../wire/http1/shared/request.ts'
import { type Caller, groupsOf } from './admit/admit.ts'
import { checkModelAllowed, quoteFor } from './admit/model-access.ts'
import { searchForeignState } from './attempt/foreign-state.ts'
import { highestRates } from './attempt/price-edits.ts'
import type { FailedCallInfo } from './charge/log-failed-call.ts'
import type { RelayDeps } from './deps/deps.ts'
import type { Call } from './read/call.ts'
import { conversationName } from './read/conversation-name.ts'
import { endpointFromQuery } from './read/endpoint-from-query.ts'
import { forwardedHeaders } from './read/forwarded-headers.ts'
import { pricingInput } from './read/pricing-input.ts'
import { checkGrownBody, type RequestFacts, readCall, readLargeCall } from './read/read-call.ts'
import { formPromptTexts, readForm } from './read/read-form.ts'
import { callIdOf, restoreHistory } from './read/restore-history.ts'
import { hasSensitiveWord, hasSensitiveWordInSteps, textsHaveSensitiveWord } from './read/sensitive.ts'
import { candidates, type History } from './route/candidates.ts'
import type { Draw } from './route/order-rules.ts'
import { type Route, routesOfCall } from './route/routes-of-call.ts'

/** Reads and checks a request. Throws an ApiError that says what is wrong with it. */
function readFacts(
  request: RelayRequest,
  body: Buffer,
  endpoint: RelayEndpoint,
  { services }: Pick<RelayDeps, 'services'>,
): RequestFacts {
  if (endpoint.form) return readForm(body, request.header('content-type') ?? '', endpoint)
  return readCall(body, endpoint, services.estimates.ratios)
}

/** As `readFacts`, for bodies of any size. */
export function readAnyFacts(
  request: RelayRequest,
  body: Buffer,
  endpoint: RelayEndpoint,
  deps: Pick<RelayDeps, 'services'>,
): MaybePromise<RequestFacts> {
  if (!isLarge(body) || endpoint.form) return readFacts(request, body, endpoint, deps)
  return inSlices(readLargeCall(body, endpoint, deps.services.estimates.ratios))
}

/**
 * Searches a large body for what calls are searched for: sensitive words, and state of other vendors; undefined = it is
 * not large, so that this is done where it is needed.
 */
export function searchLargeBody(
  facts: RequestFacts,
  endpoint: RelayEndpoint,
  { services }: Pick<RelayDeps, 'services'>,
): Promise<RequestFacts> | undefined {
  if (!isLarge(facts.body.bytes) || endpoint.form) return undefined
  return inSlices(searchBody(facts, services.options))
}

function* searchBody(facts: RequestFacts, options: RelayDeps['services']['options']): Steps<RequestFacts> {
  const saysWord = yield* hasSensitiveWordInSteps(facts.body, options)
  return { ...facts, saysWord, body: yield* searchForeignState(facts.body) }
}

/**
 * Returns the facts of a Responses call with everything inserted that it refers to; undefined = it refers to
 * nothing that is stored here.
 */
export function restoredFacts(
  ownFacts: RequestFacts,
  request: RelayRequest,
  endpoint: RelayEndpoint,
  caller: Caller,
  deps: RelayDeps,
): Promise<RequestFacts> | undefined {
  if (endpoint.format !== 'responses') return undefined
  const owner = { user: caller.user.id, token: caller.token?.id ?? 0 }
  const whole = restoreHistory(ownFacts.body, owner, deps.services)
  return whole?.then((body) => {
    const grown = checkGrownBody(body, ownFacts.body.bytes.length, request, owner.user, deps)
    return readAnyFacts(request, grown, endpoint, deps)
  })
}

/**
 * Returns the response of a vendor that a call goes on from, if this server has seen it; undefined = the call names none.
 * Rejects with previous_response_not_found where it is another caller's.
 */
export function findHistory(
  { body }: RequestFacts,
  endpoint: RelayEndpoint,
  caller: Caller,
  { services }: Pick<RelayDeps, 'services'>,
): Promise<History | undefined> | undefined {
  if (endpoint.format !== 'responses' || endpoint.form) return undefined
  const id = textOf(fieldValue(body.bytes, body.fields, 'previous_response_id'))
  if (id === '' || callIdOf(id)) return undefined
  const owner = { user: caller.user.id, token: caller.token?.id ?? 0 }
  return services.responsePlaces.find(id, owner).then((found) => {
    if (found === 'foreign') throw new ApiError('previous_response_not_found', { id })
    return found
  })
}

/**
 * Checks what a call says and asks for, and returns its routes in the order in which they are tried. Throws the
 * ApiError for the caller.
 */
export function routesOf(
  caller: Caller,
  facts: RequestFacts,
  endpoint: RelayEndpoint,
  deps: RelayDeps,
): readonly [Route, ...Route[]] {
  const { options } = deps.services
  const saysWord = endpoint.form
    ? textsHaveSensitiveWord(formPromptTexts(facts.body), options)
    : (facts.saysWord ?? hasSensitiveWord(facts.body, options))
  if (saysWord) throw new ApiError('sensitive_words_detected')
  const groups = playgroundGroups(facts.group, caller, deps) ?? groupsOf(caller.user, caller.token, options.values)
  checkModelAllowed(caller, facts.model)
  return routesOfCall(caller, facts.model, groups, deps)
}

/** Determines the channels that may serve a call on a route, and its price. Throws the ApiError for the caller. */
export function prepareCall(
  { id, caller, startedAt, trace, history }: FailedCallInfo,
  { group, model }: Route,
  facts: RequestFacts,
  request: Pick<RelayRequest, 'header' | 'url' | 'disconnect'>,
  endpoint: RelayEndpoint,
  deps: RelayDeps,
  draw: Draw = {},
): { call: Call; channels: readonly Channel[] } {
  const wanted = { group, model, pinnedChannel: caller.pinnedChannel, endpoint, history }
  const { user } = caller
  const named = { body: facts.body, model, endpoint, userId: user.id, header: request.header }
  const conversation = draw.conversation ?? once(() => conversationName(named))
  const channels = candidates(wanted, deps, { ...draw, conversation })
  const listed = quoteFor(model, group, caller.user, deps)
  const { quote: priced, input, note, quoteForImages } = pricingInput(facts, endpoint, listed)
  const quote = priced.forSize ? quoteForPrompt(priced, input.tokens) : priced
  const forwarded = endpoint.forwardedHeaders && forwardedHeaders(request, endpoint)
  const call: Call = {
    id,
    startedAt,
    endpoint: endpointFromQuery(endpoint, request.url),
    user: caller.user,
    token: caller.token,
    group,
    model,
    requestedModel: model === facts.model ? undefined : facts.model,
    quote,
    holdRates: highestRates({ model, endpoint, forwarded, quote }, facts.body, channels),
    stream: facts.stream && endpoint.hasOutput,
    usageWanted: facts.usageWanted,
    contentType: request.header('content-type') ?? 'application/json',
    accept: request.header('accept') ?? (facts.stream ? 'text/event-stream' : 'application/json'),
    forwarded,
    note,
    quoteForImages,
    conversation: keyConversation(channels, conversation, deps),
    pinnedChannel: caller.pinnedChannel,
    input,
    get inputTokens() {
      return input.tokens
    },
    ratios: deps.services.estimates.ratios(model),
    maxTokens: facts.maxTokens,
    answerCount: facts.answerCount,
    language: caller.language,
    signal: request.disconnect,
    trace,
  }
  return { call, channels }
}

/** The conversation of a call, where keys of a channel are chosen by it. */
function keyConversation(channels: readonly Channel[], conversation: () => string | undefined, deps: RelayDeps) {
  const { keyPools, options } = deps.services
  const isUsed = options.values.ConversationAffinityEnabled && channels.some(({ id }) => keyPools.of(id) !== undefined)
  return isUsed ? conversation() : undefined
}

/** Returns the groups of a call that names one itself, as the playground does. Throws group_not_allowed. */
function playgroundGroups(wanted: string | undefined, { user }: Caller, { services }: RelayDeps) {
  if (!wanted) return undefined
  const { values } = services.options
  const isUsable = wanted === user.group || Object.hasOwn(values.UserUsableGroups, wanted)
  const isServed = Object.hasOwn(values.GroupRatio, wanted) || isAutoGroup(wanted, values)
  if (!isUsable || !isServed) throw new ApiError('group_not_allowed')
  return groupsOf(user, { group: wanted }, values)
}
