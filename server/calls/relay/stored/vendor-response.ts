import { OPENAI_RESPONSES } from '../../../formats/endpoints/endpoints.ts'
import { providerOf } from '../../../formats/providers/all.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { callService, OutgoingError } from '../../../wire/egress/call-service.ts'
import type { ResponsePlace } from '../../stored-responses/response-places.ts'
import { upstreamModel } from '../../upstream/upstream-model.ts'
import type { RelayDeps } from '../deps/deps.ts'
import type { StoredCall } from './routes.ts'

const TIMEOUT_MS = 30_000
const NOT_FOUND = 404
const BAD_REQUEST = 400
/** Parameters that are passed on. */
const PARAMETERS = ['include', 'include[]', 'after', 'limit', 'order']

/**
 * Asks the vendor that keeps a response, with the key that it was made with. Free of charge. Rejects with an ApiError.
 */
export async function askVendor(call: StoredCall, place: ResponsePlace, deps: RelayDeps): Promise<object> {
  const { id, method } = call
  const channel = channelOf(place, deps)
  const request = channel && requestFor(call, channel, place)
  if (!request) throw new ApiError('response_not_found', { id })
  const { status, body } = await send(request, method, deps)
  if (status === NOT_FOUND || (method === 'DELETE' && status < BAD_REQUEST))
    await deps.services.responsePlaces.remove(id)
  if (status === NOT_FOUND) throw new ApiError('response_not_found', { id })
  if (status === BAD_REQUEST && method === 'POST') throw new ApiError('response_not_in_background', { id })
  if (status === BAD_REQUEST) throw new ApiError('body_invalid', { detail: 'a parameter is not valid' })
  if (status === 401 || status === 403) throw new ApiError('upstream_auth')
  if (status === 429) throw new ApiError('upstream_busy')
  if (status >= BAD_REQUEST) throw new ApiError('upstream_unreachable')
  if (typeof body !== 'object' || body === null) throw new ApiError('upstream_malformed')
  return body
}

/** The channel with the key of the response; undefined = it cannot be used now. */
function channelOf({ channel: id, key }: ResponsePlace, { services }: RelayDeps): Channel | undefined {
  const channel = services.channels.byId(id)
  if (channel?.status !== 1) return undefined
  if (key === 0) return channel
  const known = services.keyPools.of(id)?.get(key)
  return known && services.keyPools.withKey(channel, known)
}

function requestFor({ id, below, query }: StoredCall, channel: Channel, { model }: ResponsePlace) {
  const asked = {
    endpoint: OPENAI_RESPONSES,
    model: upstreamModel(channel, model),
    body: Buffer.alloc(0),
    stream: false,
    contentType: 'application/json',
    accept: 'application/json',
    forwarded: undefined,
    access: '',
    now: Date.now(),
  }
  const built = providerOf(channel)?.request(channel, asked)
  if (!built) return undefined
  const url = new URL(built.url)
  url.pathname += `/${encodeURIComponent(id)}${below}`
  for (const name of PARAMETERS) for (const value of query.getAll(name)) url.searchParams.append(name, value)
  return { url: url.href, headers: { ...built.headers }, way: channel.way }
}

async function send(
  { url, ...request }: { url: string; headers: Record<string, string>; way: Channel['way'] },
  method: StoredCall['method'],
  { services }: RelayDeps,
) {
  try {
    const limits = { timeoutMs: TIMEOUT_MS, maxBytes: services.config.maxAnswerBytes }
    return await callService(url, { method, ...request, ...limits })
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    services.log.warn({ error: error.message }, 'a stored response could not be read')
    throw new ApiError('upstream_unreachable')
  }
}
