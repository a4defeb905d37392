import { channelType } from '#contract/channel-types.ts'
import type { Provider } from './provider.ts'

const CLOUDFLARE_GATEWAY = 'https://gateway.ai.cloudflare.com'

/** Anything that serves OpenAI's paths below a base URL and takes a bearer key. */
export const openai: Provider = {
  request(channel, { endpoint, body, contentType, accept }) {
    const base = channel.baseUrl || channelType(channel.type)?.baseUrl || ''
    // Cloudflare's gateway addresses contain the version already: https://developers.cloudflare.com/ai-gateway/
    const path = base.startsWith(CLOUDFLARE_GATEWAY)
      ? endpoint.upstreamPath.replace(/^\/v1/, '')
      : endpoint.upstreamPath
    const headers: Record<string, string> = {
      authorization: `Bearer ${channel.key}`,
      'content-type': contentType,
      accept,
    }
    if (channel.organization) headers['openai-organization'] = channel.organization
    return { url: `${base}${path}`, headers, body }
  },
}
