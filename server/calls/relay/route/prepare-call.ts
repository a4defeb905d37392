import { isAutoGroup } from '#contract/groups.ts'
import { fieldValue } from '../../../formats/body/scan-fields.ts'
import { textOf } from '../../../formats/dialects/json.ts'
import type { RelayEndpoint } from '../../../formats/endpoints/endpoints.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import { quoteForPrompt } from '../../../money/prices/quote.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { isTextAnswer } from '../../upstream/answers/text-reader.ts'
import { type Caller, groupsOf } from '../admit/admit.ts'
import type { ReadRequest } from '../admit/call-headers.ts'
import { checkModelAllowed } from '../admit/model-access.ts'
import { highestRates } from '../attempt/price-edits.ts'
import type { Call } from '../call/call.ts'
import type { FailedCallInfo } from '../charge/log-failed-call.ts'
import type { RelayDeps } from '../deps/deps.ts'
import { conversationName } from '../read/conversation-name.ts'
import { endpointFromQuery } from '../read/endpoint-from-query.ts'
import { forwardedHeaders } from '../read/forwarded-headers.ts'
import { PRICED_BY_FIELDS, pricingInput } from '../read/pricing-input.ts'
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
  if (caller.token?.models) checkModelAllowed(caller, facts.model)
  const hasFallbacks = Object.hasOwn(options.values.ModelFallbacks, facts.model)
  if (groups.length === 1 && !hasFallbacks) return [{ group: groups[0], model: facts.model }]
  return routesOfCall(caller, facts.model, groups, deps)
}

/** A call with the channels that may serve it. */
export interface RoutedCall {
  readonly call: Call
  /** In the order in which they are tried. */
  readonly channels: readonly Channel[]
  /** Some of them have several keys. */
  readonly hasPool: boolean
}

/** Determines the channels that may serve a call on a route, and its price. Throws the ApiError for the caller. */
export function prepareCall(
  { id, caller, startedAt, trace, history }: FailedCallInfo,
  { group, model }: Route,
  facts: RequestFacts,
  request: Pick<ReadRequest, 'header' | 'headers' | 'url' | 'disconnect'>,
  endpoint: RelayEndpoint,
  deps: RelayDeps,
  draw: Draw = {},
): RoutedCall {
  const wanted = { group, model, pinnedChannel: caller.pinnedChannel, endpoint, history }
  const { user } = caller
  const { headers, header, url } = request
  const named = { body: facts.body, model, endpoint, userId: user.id, header }
  const conversation = draw.conversation ?? (() => conversationName(named))
  const channels = candidates(wanted, deps, { ...draw, conversation })
  const { keyPools } = deps.services
  const hasPool = keyPools.pools.size > 0 && channels.some(({ id }) => keyPools.of(id) !== undefined)
  const listed = deps.prices.quote(model, group, user.userRatio)
  if (!listed) throw new ApiError('model_unpriced', { model })
  const pricing = PRICED_BY_FIELDS.has(endpoint.operation) ? pricingInput(facts, endpoint, listed) : undefined
  const { quote: priced, input, note, quoteForImages } = pricing ?? { ...BY_TEXT, quote: listed, input: facts.input }
  const quote = priced.forSize ? quoteForPrompt(priced, input.tokens) : priced
  const forwarded = endpoint.forwardedHeaders && forwardedHeaders(request, endpoint)
  let ratios: Call['ratios'] | undefined
  const call: Call = {
    id,
    startedAt,
    endpoint: endpoint.format === 'gemini' || url.includes('?') ? endpointFromQuery(endpoint, url) : endpoint,
    user,
    token: caller.token,
    group,
    model,
    requestedModel: model === facts.model ? undefined : facts.model,
    quote,
    holdRates: channels.some(allowsTiers)
      ? highestRates({ model, endpoint, forwarded, quote }, facts.body, channels)
      : undefined,
    stream: facts.stream && endpoint.hasOutput,
    isText: isTextAnswer(endpoint),
    usageWanted: facts.usageWanted,
    contentType: headers.contentType ?? 'application/json',
    accept: headers.accept ?? (facts.stream ? 'text/event-stream' : 'application/json'),
    forwarded,
    note,
    quoteForImages,
    conversation: hasPool && deps.services.options.values.ConversationAffinityEnabled ? conversation() : undefined,
    pinnedChannel: caller.pinnedChannel,
    input,
    get inputTokens() {
      return input.tokens
    },
    get ratios() {
      ratios ??= deps.services.estimates.ratios(model)
      return ratios
    },
    maxTokens: facts.maxTokens,
    answerCount: facts.answerCount,
    get language() {
      return caller.language
    },
    signal: request.disconnect,
    trace,
  }
  return { call, channels, hasPool }
}

/** What calls are priced by that say nothing else than their texts. */
const BY_TEXT = { note: '', quoteForImages: undefined }
const allowsTiers = ({ settings }: Channel) => settings.service_tiers === true

/** Returns the groups of a call that names one itself, as the playground does. Throws group_not_allowed. */
function playgroundGroups(wanted: string | undefined, { user }: Caller, { services }: RelayDeps) {
  if (!wanted) return undefined
  const { values } = services.options
  const isUsable = wanted === user.group || Object.hasOwn(values.UserUsableGroups, wanted)
  const isServed = Object.hasOwn(values.GroupRatio, wanted) || isAutoGroup(wanted, values)
  if (!isUsable || !isServed) throw new ApiError('group_not_allowed')
  return groupsOf(user, { group: wanted }, values)
}
