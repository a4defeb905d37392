import { isAutoGroup } from '#contract/groups.ts'
import { fieldValue } from '../../../formats/body/scan-fields.ts'
import { textOf } from '../../../formats/dialects/json.ts'
import type { RelayEndpoint } from '../../../formats/endpoints/endpoints.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import { quoteForPrompt } from '../../../money/prices/quote.ts'
import { once } from '../../../platform/async/once.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { RelayRequest } from '../../../wire/http1/shared/request.ts'
import { type Caller, groupsOf } from '../admit/admit.ts'
import { checkModelAllowed, quoteFor } from '../admit/model-access.ts'
import { highestRates } from '../attempt/price-edits.ts'
import type { Call } from '../call/call.ts'
import type { FailedCallInfo } from '../charge/log-failed-call.ts'
import type { RelayDeps } from '../deps/deps.ts'
import { conversationName } from '../read/conversation-name.ts'
import { endpointFromQuery } from '../read/endpoint-from-query.ts'
import { forwardedHeaders } from '../read/forwarded-headers.ts'
import { pricingInput } from '../read/pricing-input.ts'
import type { RequestFacts } from '../read/read-call.ts'
import { formPromptTexts } from '../read/read-form.ts'
import { callIdOf } from '../read/restore-history.ts'
import { hasSensitiveWord, textsHaveSensitiveWord } from '../read/sensitive.ts'
import { candidates, type History } from './candidates.ts'
import type { Draw } from './order-rules.ts'
import { type Route, routesOfCall } from './routes-of-call.ts'

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
