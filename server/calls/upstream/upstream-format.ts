import { channelType, channelTypes } from '#contract/channel-types/all.ts'
import type { ResponsesRules } from '#contract/channel-types/channel-type.ts'
import type { UpstreamFormat } from '../../formats/dialects/all.ts'
import type { RelayEndpoint } from '../../formats/endpoints/endpoints.ts'
import type { Channel } from '../../formats/providers/channel.ts'
import { formatOf, type Provider } from '../../formats/providers/provider.ts'
import type { UpstreamFailure } from './upstream-failure.ts'

/** The request on which the format depends. */
interface FormatQuery {
  channel: Channel
  provider: Provider
  endpoint: RelayEndpoint
  /** The upstream's name of the model. */
  model: string
  /** Milliseconds since the epoch. */
  now: number
}

/** The channel types that also support Responses. */
const withResponses = new Map(
  channelTypes.flatMap(({ id, responses }) =>
    responses ? [[id, { rules: responses, only: new RegExp(responses.only) }] as const] : [],
  ),
)

/**
 * Returns the format of a channel's requests: Responses where both sides support them, or where the model supports
 * nothing else; otherwise the provider's own.
 */
export function upstreamFormat(question: FormatQuery): UpstreamFormat {
  const rules = responsesWanted(question)
  return rules && hasResponses(question, rules) ? 'responses' : ownFormat(question)
}

/** As `upstreamFormat`, where the format is always the same; undefined = it depends on what the channel has lately. */
export const fixedFormat = (question: Omit<FormatQuery, 'now'>): UpstreamFormat | undefined =>
  responsesWanted(question) ? undefined : ownFormat(question)

const ownFormat = ({ provider, model, endpoint }: Omit<FormatQuery, 'now'>): UpstreamFormat =>
  formatOf(provider, model, endpoint.operation) ?? 'openai'

function responsesWanted({ channel, endpoint, model }: Omit<FormatQuery, 'now'>): ResponsesRules | undefined {
  const found = withResponses.get(channel.type)
  const isWanted = endpoint.operation === 'chat' && (endpoint.format === 'responses' || found?.only.test(model))
  return isWanted ? found?.rules : undefined
}

function hasResponses({ channel, provider, endpoint, now }: FormatQuery, rules: ResponsesRules): boolean {
  return (
    (provider.hasResponses?.(channel, endpoint, rules) ?? true) && (missingPathCache(endpoint).get(channel) ?? 0) <= now
  )
}

/**
 * Channels that turned out not to have a path, and until when this is remembered. A changed channel is a new
 * object.
 */
const withoutResponses = new WeakMap<Channel, number>()
const withoutCompaction = new WeakMap<Channel, number>()
const missingPathCache = ({ compacts }: Pick<RelayEndpoint, 'compacts'>) =>
  compacts ? withoutCompaction : withoutResponses
const REMEMBERED_MS = 600_000

/**
 * Whether a channel has just shown that it has no Responses, or no compaction of them, so that it should be tried
 * in another format: many channels of these types lead to other servers, which have chat completions only. `now` in
 * milliseconds since the epoch.
 */
export function lacksResponses(
  channel: Channel,
  endpoint: Pick<RelayEndpoint, 'compacts'>,
  failure: AnsweredFailure,
  now: number,
): boolean {
  const isOwnAddress = channel.baseUrl !== '' && channel.baseUrl !== channelType(channel.type)?.baseUrl
  if (!isOwnAddress || !isPathNotFound(failure)) return false
  missingPathCache(endpoint).set(channel, now + REMEMBERED_MS)
  return true
}

type AnsweredFailure = Pick<UpstreamFailure, 'status' | 'error'>

const NOT_FOUND = 404
const UNKNOWN_METHODS = new Set([405, 501])
/** Things other than the path that may not be found. */
const RESOURCES = /\b(?:model|deployment|item|response|file|conversation|prompt)s?\b/i

/** The path itself, and the text that replaces an answer without a message. */
const PATH_IN_MESSAGE = /\/responses\b|^bad response status code/

/** Whether an upstream does not have the called path, as opposed to something that the call refers to. */
function isPathNotFound({ status, error: { message, code } }: AnsweredFailure): boolean {
  // The error of gateways of this family that cannot convert.
  if (UNKNOWN_METHODS.has(status) || (code === 'convert_request_failed' && /not implemented/i.test(message)))
    return true
  return status === NOT_FOUND && code !== 'model_not_found' && !RESOURCES.test(message.replace(PATH_IN_MESSAGE, ''))
}
