import { channelType } from '#contract/channel-types/all.ts'
import type { ChannelType, Operation } from '#contract/channel-types/channel-type.ts'
import { endsWithVersion, withoutOverlap } from './base-url.ts'
import type { Channel } from './channel.ts'
import type { Provider, ProviderCall } from './provider.ts'
import { realtimeCredential, toWebSocketUrl, withModelQuery } from './realtime.ts'
import { OPENAI_COUNTED_FIELDS, pickFields, tokenCountReader } from './token-counting.ts'

const CLOUDFLARE_GATEWAY = 'https://gateway.ai.cloudflare.com'
/**
 * Cloudflare gateway providers whose URL includes the version:
 * https://developers.cloudflare.com/ai-gateway/usage/providers/
 */
const WITH_VERSION = /\/(?:openai|compat|groq)$/
/** DeepSeek's other interface, below which paths have no version: https://api-docs.deepseek.com/guides/fim_completion */
const BETA = '/beta'
const ACCOUNT_IN_BASE = /\/accounts\/[^/]+\/ai\/v1$/
/** The placeholder for the channel's additional field in a path. */
const ACCOUNT = '{other}'

const OPENAI = 1
const COUNTING = {
  format: 'responses',
  request: (channel, { json }) => ({
    url: urlOf(channel, '/v1/responses/input_tokens', callPath),
    headers: credentialOf(channel),
    json: pickFields(json, OPENAI_COUNTED_FIELDS),
  }),
  tokens: tokenCountReader('input_tokens'),
} as const satisfies ReturnType<NonNullable<Provider['counting']>>

/** Any server with OpenAI's paths, or those of its channel type, below a base URL, that accepts a bearer key. */
export const openai: Provider = {
  request: (channel, outgoing) => ({
    url: callUrl(channel, outgoing),
    headers: headersOf(channel, outgoing),
    body: outgoing.body,
  }),
  socket: (channel, session) => ({
    url: toWebSocketUrl(withModelQuery(callUrl(channel, session), session.model)),
    ...realtimeCredential(credentialOf(channel), session),
  }),
  // Only OpenAI itself is known to support counting:
  // https://platform.openai.com/docs/api-reference/responses/input-tokens
  counting: ({ type }) => (type === OPENAI ? COUNTING : undefined),
  metadataRequest: (channel, path) => ({ url: urlOf(channel, path, readingPath), headers: credentialOf(channel) }),
}

/** Returns the URL of a call to an endpoint of a channel. */
export const callUrl = (channel: Channel, { endpoint }: Pick<ProviderCall, 'endpoint'>) =>
  urlOf(channel, endpoint.upstreamPath, callPath, endpoint.operation)

/** The headers of each channel's last call, which are nearly always the same for the next. */
const lastHeaders = new WeakMap<Channel, Pick<ProviderCall, 'contentType' | 'accept'> & { headers: Headers }>()
type Headers = Readonly<Record<string, string>>

function headersOf(channel: Channel, { contentType, accept }: ProviderCall): Headers {
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

/** URLs of channels by path. A changed channel is a new object. */
const addresses = new WeakMap<Channel, Map<string, string>>()
type PathOf = (type: ChannelType | undefined, path: string, operation: Operation | undefined) => string

const callPath: PathOf = (type, path, operation) => (operation && type?.paths?.[operation]) ?? path
const readingPath: PathOf = (type, path) => (path === '/v1/models' && type?.paths?.models) || path

function urlOf(channel: Channel, path: string, pathOf: PathOf, operation?: Operation): string {
  const known = addresses.get(channel)?.get(path)
  if (known !== undefined) return known
  const type = channelType(channel.type)
  const base = channel.baseUrl || type?.baseUrl || ''
  const own = pathOf(type, path, operation)
  // URLs of Cloudflare's gateway and of its console already include the account.
  const isNamed = own.includes(ACCOUNT) && (base.startsWith(CLOUDFLARE_GATEWAY) || ACCOUNT_IN_BASE.test(base))
  const address = joined(base, isNamed ? path : own.replace(ACCOUNT, encodeURIComponent(channel.other)))
  const ofChannel = addresses.get(channel) ?? new Map<string, string>()
  addresses.set(channel, ofChannel.set(path, address))
  return address
}

function joined(base: string, path: string): string {
  if (base.startsWith(CLOUDFLARE_GATEWAY) && WITH_VERSION.test(base)) return base + path.replace(/^\/v1/, '')
  // Vendors document base URLs with the version, as in `https://open.bigmodel.cn/api/paas/v4`.
  if (endsWithVersion(base) || base.endsWith(BETA)) return base + path.replace(/^.*?\/v\d+(?:alpha|beta)?\d*(?=\/)/, '')
  return path.startsWith('/v1/') ? base + path : base + withoutOverlap(base, path)
}
