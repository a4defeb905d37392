import { channelType } from '#contract/channel-types.ts'
import type { Channel } from '../channels/registry.ts'
import type { Provider } from './provider.ts'

const CLOUDFLARE_GATEWAY = 'https://gateway.ai.cloudflare.com'

/** Anything that serves OpenAI's paths below a base URL and takes a bearer key. */
export const openai: Provider = {
  request(channel, { endpoint, body, contentType, accept }) {
    const { url, headers } = reach(channel, endpoint.upstreamPath)
    return { url, headers: { ...headers, 'content-type': contentType, accept }, body }
  },
  reading: reach,
}

function reach(channel: Channel, path: string) {
  const base = channel.baseUrl || channelType(channel.type)?.baseUrl || ''
  // Cloudflare's gateway addresses contain the version already: https://developers.cloudflare.com/ai-gateway/
  const below = base.startsWith(CLOUDFLARE_GATEWAY) ? path.replace(/^\/v1/, '') : path
  const headers: Record<string, string> = { authorization: `Bearer ${channel.key}` }
  if (channel.organization) headers['openai-organization'] = channel.organization
  return { url: `${base}${below}`, headers }
}
