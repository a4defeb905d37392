import { channelType, channelTypes } from '#contract/channel-types/all.ts'
import type { ResponsesRules } from '#contract/channel-types/channel-type.ts'
import type { UpstreamFormat } from '../dialects/all.ts'
import type { RelayEndpoint } from '../endpoints/endpoints.ts'
import { formatOf, type Provider } from '../providers/provider.ts'
import type { Channel } from '../registry/channels.ts'
import type { UpstreamFailure } from './upstream-failure.ts'

/** What a channel is asked. */
interface Question {
  channel: Channel
  provider: Provider
  endpoint: RelayEndpoint
  /** The model as the upstream calls it. */
  model: string
  /** Milliseconds since the epoch. */
  now: number
}

/** The types that speak Responses, too. */
const withResponses = new Map(
  channelTypes.flatMap(({ id, responses }) =>
    responses ? [[id, { rules: responses, only: new RegExp(responses.only) }] as const] : [],
  ),
)

/**
 * The format in which a channel is asked: Responses where both sides speak them, or where the model speaks nothing else;
 * else the provider's own.
 */
export function upstreamFormat(question: Question): UpstreamFormat {
  const { channel, provider, endpoint, model } = question
  const found = withResponses.get(channel.type)
  const isWanted = found && endpoint.operation === 'chat' && (endpoint.format === 'responses' || found.only.test(model))
  if (isWanted && hasResponses(question, found.rules)) return 'responses'
  return formatOf(provider, model) ?? 'openai'
}

function hasResponses({ channel, provider, endpoint, now }: Question, rules: ResponsesRules): boolean {
  return (provider.hasResponses?.(channel, endpoint, rules) ?? true) && (withoutIn(endpoint).get(channel) ?? 0) <= now
}

/** Channels that turned out not to have a path, and until when that counts. One that changes is another object. */
const without = new WeakMap<Channel, number>()
const withoutCompaction = new WeakMap<Channel, number>()
const withoutIn = ({ compacts }: Pick<RelayEndpoint, 'compacts'>) => (compacts ? withoutCompaction : without)
const COUNTS_MS = 600_000

/**
 * Whether a channel has just shown that it has no Responses, or no compaction of them, so that it should be asked otherwise: many channels of these
 * types lead to other servers, which have chat completions only. `now` in milliseconds since the epoch.
 */
export function lacksResponses(
  channel: Channel,
  endpoint: Pick<RelayEndpoint, 'compacts'>,
  failure: Answered,
  now: number,
): boolean {
  const isOwnAddress = channel.baseUrl !== '' && channel.baseUrl !== channelType(channel.type)?.baseUrl
  if (!isOwnAddress || !isUnknownPath(failure)) return false
  withoutIn(endpoint).set(channel, now + COUNTS_MS)
  return true
}

type Answered = Pick<UpstreamFailure, 'status' | 'error'>

const NOT_FOUND = 404
const UNKNOWN_METHODS = new Set([405, 501])
/** What else than the path may not be found. */
const THINGS = /\b(?:model|deployment|item|response|file|conversation|prompt)s?\b/i

/** The path itself, and what stands for an answer without words. */
const NAMELESS = /\/responses\b|^bad response status code/

/** Whether an upstream does not know the path that it was called at, rather than something that the call names. */
function isUnknownPath({ status, error: { message, code } }: Answered): boolean {
  // Gateways of this family that cannot convert say so.
  if (UNKNOWN_METHODS.has(status) || (code === 'convert_request_failed' && /not implemented/i.test(message)))
    return true
  return status === NOT_FOUND && code !== 'model_not_found' && !THINGS.test(message.replace(NAMELESS, ''))
}
