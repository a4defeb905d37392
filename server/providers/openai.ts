import { type ChannelType, channelType, type Operation } from '#contract/channel-types.ts'
import type { Channel } from '../channels/registry.ts'
import type { Outgoing, Provider } from './provider.ts'
import { realtimeCredential, socketAddress, withModel } from './realtime.ts'

const CLOUDFLARE_GATEWAY = 'https://gateway.ai.cloudflare.com'

/** Anything that serves OpenAI's paths, or those that its type names, below a base URL and takes a bearer key. */
export const openai: Provider = {
  request: (channel, outgoing) => ({
    url: callAddress(channel, outgoing),
    headers: headersOf(channel, outgoing),
    body: outgoing.body,
  }),
  socket: (channel, session) => ({
    url: socketAddress(withModel(callAddress(channel, session), session.model)),
    ...realtimeCredential(credentialOf(channel), session),
  }),
  reading: (channel, path) => ({ url: addressOf(channel, path, readingPath), headers: credentialOf(channel) }),
}

/** Where a call of this kind goes at a channel. */
export const callAddress = (channel: Channel, { endpoint }: Pick<Outgoing, 'endpoint'>) =>
  addressOf(channel, endpoint.upstreamPath, callPath, endpoint.operation)

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

function credentialOf({ key, organization, other, type }: Channel): Record<string, string> {
  const headers: Record<string, string> = { authorization: `Bearer ${key}` }
  const fields = channelType(type)?.fields
  if (organization && fields?.openai_organization) headers['openai-organization'] = organization
  if (other && fields?.other?.header) headers[fields.other.header] = other
  return headers
}

/** Addresses of channels by path. A channel that changes is another object. */
const addresses = new WeakMap<Channel, Map<string, string>>()
type PathOf = (type: ChannelType | undefined, path: string, operation: Operation | undefined) => string

const callPath: PathOf = (type, path, operation) => (operation && type?.paths?.[operation]) ?? path
const readingPath: PathOf = (type, path) => (path === '/v1/models' && type?.paths?.models) || path

function addressOf(channel: Channel, path: string, pathOf: PathOf, operation?: Operation): string {
  const known = addresses.get(channel)?.get(path)
  if (known !== undefined) return known
  const type = channelType(channel.type)
  const own = pathOf(type, path, operation)
  const address = joined(
    channel.baseUrl || type?.baseUrl || '',
    own.replace('{other}', encodeURIComponent(channel.other)),
  )
  const ofChannel = addresses.get(channel) ?? new Map<string, string>()
  addresses.set(channel, ofChannel.set(path, address))
  return address
}

function joined(base: string, path: string): string {
  // Cloudflare's gateway addresses contain the version already: https://developers.cloudflare.com/ai-gateway/
  if (base.startsWith(CLOUDFLARE_GATEWAY)) return base + path.replace(/^\/v1/, '')
  return path.startsWith('/v1/') ? base + path : base + withoutOverlap(base, path)
}

/** Vendors print their addresses with the version, `https://open.bigmodel.cn/api/paas/v4`: it must not come twice. */
function withoutOverlap(base: string, path: string): string {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    if (base.endsWith(path.slice(0, end))) return path.slice(end)
  }
  return path
}
