import { channelType } from '#contract/channel-types/all.ts'
import type { RelayEndpoint } from '../endpoints/endpoints.ts'
import type { Channel } from './channel.ts'
import type { Provider, ProviderSession } from './provider.ts'
import { realtimeProtocol, toWebSocketUrl } from './realtime.ts'

const CLOUDFLARE_GATEWAY = 'https://gateway.ai.cloudflare.com'
/** Versions of the newer API, in which the model is only in the body. */
const V1 = new Set(['v1', 'preview'])
/** The first version whose streams report usage; older ones refuse the option. */
const USAGE_SINCE = '2024-09-01'

/**
 * OpenAI's models at Azure, one deployment each:
 * https://learn.microsoft.com/azure/ai-foundry/openai/api-version-lifecycle
 */
export const azure: Provider = {
  request: (channel, { endpoint, model, body, contentType, accept }) => ({
    url: addressOf(channel, endpoint, model),
    headers: { 'api-key': channel.key, 'content-type': contentType, accept },
    body,
  }),
  socket: (channel, session) => ({
    url: toWebSocketUrl(sessionAddress(channel, session)),
    headers: { 'api-key': channel.key },
    protocols: realtimeProtocol(session),
  }),
  edits(channel, endpoint) {
    const version = versionOf(channel, endpoint)
    const refused = !V1.has(version) && version < USAGE_SINCE
    return refused ? { stream_options: undefined } : {}
  },
  hasResponses(channel, endpoint, { since = '' }) {
    const version = versionOf(channel, endpoint)
    return V1.has(version) || version >= since
  },
  metadataRequest: (channel, path) => ({
    url: `${baseOf(channel)}/openai${path}`,
    headers: { 'api-key': channel.key },
  }),
}

const baseOf = ({ baseUrl }: Channel) => baseUrl.replace(/\/openai(?:\/v1)?$/, '')

const versionOf = ({ other, type }: Channel, { apiVersion }: RelayEndpoint) =>
  apiVersion ?? (other || channelType(type)?.fields.other?.initial || '')

function addressOf(channel: Channel, endpoint: RelayEndpoint, model: string): string {
  const version = versionOf(channel, endpoint)
  const query = `?api-version=${encodeURIComponent(version)}`
  const base = baseOf(channel)
  if (V1.has(version)) return `${base}/openai${endpoint.upstreamPath}${version === 'v1' ? '' : query}`
  // The deployment is in the body: https://learn.microsoft.com/azure/ai-foundry/openai/how-to/responses
  if (endpoint.format === 'responses') return `${base}/openai${withoutVersion(endpoint)}${query}`
  // Deployment names could not contain dots for a long time, so gateways of this family remove them.
  const deployment = encodeURIComponent(model.replaceAll('.', ''))
  const below = base.startsWith(CLOUDFLARE_GATEWAY) ? '' : '/openai/deployments'
  return `${base}${below}/${deployment}${withoutVersion(endpoint)}${query}`
}

const withoutVersion = ({ upstreamPath }: RelayEndpoint) => upstreamPath.replace(/^\/v1/, '')
/**
 * Sessions of the newer API must not name a version, which Azure would refuse:
 * https://learn.microsoft.com/azure/ai-foundry/openai/how-to/realtime-audio-websockets
 */
function sessionAddress(channel: Channel, { endpoint, model }: ProviderSession): string {
  const version = versionOf(channel, endpoint)
  const base = `${baseOf(channel)}/openai`
  if (V1.has(version)) return `${base}/v1/realtime?model=${encodeURIComponent(model)}`
  const deployment = encodeURIComponent(model.replaceAll('.', ''))
  return `${base}/realtime?api-version=${encodeURIComponent(version)}&deployment=${deployment}`
}
