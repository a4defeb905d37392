import { channelType } from '#contract/channel-types/all.ts'
import type { ChannelType, Operation } from '#contract/channel-types/channel-type.ts'
import type { Channel } from '../registry/channels.ts'
import { withoutOverlap } from './base-url.ts'
import { fieldsOf, OPENAI_COUNTED, tokensIn } from './counting.ts'
import type { Outgoing, Provider } from './provider.ts'
import { realtimeCredential, socketAddress, withModel } from './realtime.ts'

const CLOUDFLARE_GATEWAY = 'https://gateway.ai.cloudflare.com'
/** Providers behind it whose address stands for one with the version: https://developers.cloudflare.com/ai-gateway/usage/providers/ */
const WITH_VERSION = /\/(?:openai|compat|groq)$/
/** Where the further field of a channel stands in a path. */
const ACCOUNT = '{other}'

const OPENAI = 1
const COUNTING = {
  format: 'responses',
  request: (channel, { json }) => ({
    url: addressOf(channel, '/v1/responses/input_tokens', callPath),
    headers: credentialOf(channel),
    json: fieldsOf(json, OPENAI_COUNTED),
  }),
  tokens: tokensIn('input_tokens'),
} as const satisfies ReturnType<NonNullable<Provider['counting']>>

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
  // Only OpenAI itself is known to count: https://platform.openai.com/docs/api-reference/responses/input-tokens
  counting: ({ type }) => (type === OPENAI ? COUNTING : undefined),
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
  const base = channel.baseUrl || type?.baseUrl || ''
  const own = pathOf(type, path, operation)
  // An address of Cloudflare's gateway names the account already.
  const isNamed = own.includes(ACCOUNT) && base.startsWith(CLOUDFLARE_GATEWAY)
  const address = joined(base, isNamed ? path : own.replace(ACCOUNT, encodeURIComponent(channel.other)))
  const ofChannel = addresses.get(channel) ?? new Map<string, string>()
  addresses.set(channel, ofChannel.set(path, address))
  return address
}

function joined(base: string, path: string): string {
  if (base.startsWith(CLOUDFLARE_GATEWAY) && WITH_VERSION.test(base)) return base + path.replace(/^\/v1/, '')
  // Vendors print their addresses with the version, as in `https://open.bigmodel.cn/api/paas/v4`.
  return path.startsWith('/v1/') ? base + path : base + withoutOverlap(base, path)
}
