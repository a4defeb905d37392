import { channelType } from '#contract/channel-types.ts'
import type { Channel } from '../channels/registry.ts'
import type { Outgoing, Provider } from './provider.ts'

const CLOUDFLARE_GATEWAY = 'https://gateway.ai.cloudflare.com'

/** Anything that serves OpenAI's paths below a base URL and takes a bearer key. */
export const openai: Provider = {
  request: (channel, outgoing) => ({
    url: addressOf(channel, outgoing.endpoint.upstreamPath),
    headers: headersOf(channel, outgoing),
    body: outgoing.body,
  }),
  reading: (channel, path) => ({ url: addressOf(channel, path), headers: credentialOf(channel) }),
}

/** The headers of a channel's last call: those of the next one are nearly always the same. */
const lastHeaders = new WeakMap<Channel, Pick<Outgoing, 'contentType' | 'accept'> & { headers: Headers }>()
type Headers = Readonly<Record<string, string>>

function headersOf(channel: Channel, { contentType, accept }: Outgoing): Headers {
  const last = lastHeaders.get(channel)
  if (last?.contentType === contentType && last.accept === accept) return last.headers
  const headers = { ...credentialOf(channel), 'content-type': contentType, accept }
  lastHeaders.set(channel, { contentType, accept, headers })
  return headers
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
