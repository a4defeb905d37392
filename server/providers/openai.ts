import { channelType } from '#contract/channel-types.ts'
import type { Channel } from '../channels/registry.ts'
import type { Provider } from './provider.ts'

const CLOUDFLARE_GATEWAY = 'https://gateway.ai.cloudflare.com'

/** Anything that serves OpenAI's paths below a base URL and takes a bearer key. */
export const openai: Provider = {
  request(channel, { endpoint, body, contentType, accept }) {
    const headers = credentialOf(channel)
    headers['content-type'] = contentType
    headers.accept = accept
    return { url: addressOf(channel, endpoint.upstreamPath), headers, body }
  },
  reading: (channel, path) => ({ url: addressOf(channel, path), headers: credentialOf(channel) }),
}

function credentialOf({ key, organization }: Channel): Record<string, string> {
  const authorization = `Bearer ${key}`
  return organization ? { authorization, 'openai-organization': organization } : { authorization }
}

/** Addresses of channels by path. A channel that changes is another object. */
const addresses = new WeakMap<Channel, Map<string, string>>()

function addressOf(channel: Channel, path: string): string {
  const known = addresses.get(channel)?.get(path)
  if (known !== undefined) return known
  const base = channel.baseUrl || channelType(channel.type)?.baseUrl || ''
  // Cloudflare's gateway addresses contain the version already: https://developers.cloudflare.com/ai-gateway/
  const address = base + (base.startsWith(CLOUDFLARE_GATEWAY) ? path.replace(/^\/v1/, '') : path)
  const ofChannel = addresses.get(channel) ?? new Map<string, string>()
  addresses.set(channel, ofChannel.set(path, address))
  return address
}
