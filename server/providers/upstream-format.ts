import { channelTypes, type ResponsesRules } from '#contract/channel-types.ts'
import type { Channel } from '../channels/registry.ts'
import type { UpstreamFormat } from '../dialects/all.ts'
import type { RelayEndpoint } from '../relay/endpoints.ts'
import { formatOf, type Provider } from './provider.ts'

/** What a channel is asked. */
interface Question {
  channel: Channel
  provider: Provider
  endpoint: RelayEndpoint
  /** The model as the upstream calls it. */
  model: string
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
export function upstreamFormat({ channel, provider, endpoint, model }: Question): UpstreamFormat {
  const found = withResponses.get(channel.type)
  const isWanted = found && endpoint.operation === 'chat' && (endpoint.format === 'responses' || found.only.test(model))
  if (isWanted && hasResponses(channel, provider, endpoint, found.rules)) return 'responses'
  return formatOf(provider, model) ?? 'openai'
}

function hasResponses(channel: Channel, provider: Provider, endpoint: RelayEndpoint, rules: ResponsesRules): boolean {
  return provider.hasResponses?.(channel, endpoint, rules) ?? true
}
