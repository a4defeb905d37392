import type { UpstreamFormat } from '../../dialects/all.ts'
import type { JsonObject } from '../../dialects/conversation.ts'
import { callService } from '../../egress/outgoing.ts'
import { providerOf } from '../../providers/all.ts'
import { accessOf } from '../../providers/provider.ts'
import type { Channel } from '../../registry/channels.ts'
import { accessToken } from '../../upstream/access-tokens.ts'
import { Conversion } from '../../upstream/conversion.ts'
import type { ConvertedCall } from '../../upstream/converted-call.ts'
import type { Call } from '../request/call.ts'
import { upstreamModel } from '../upstream/attempt.ts'

/** A caller who counts waits for nothing else: after this time the estimate will do. */
const TIMEOUT_MS = 3000
/** Channels that turned out not to count, and until when that is believed. One that changes is another object. */
const silent = new WeakMap<Channel, number>()
const SILENT_MS = 600_000
const NO_SUCH_PATH = new Set([404, 405, 501])

/** What is counted: a request, and the headers that an upstream of its format gets. */
export type Counted = ConvertedCall & Pick<Call, 'forwarded'>

/**
 * The tokens of a request as a channel's vendor counts them, in the request's own format or converted; undefined = the
 * vendor does not count, or not now. Costs nothing at any vendor. Never rejects.
 */
export async function countAt(channel: Channel, call: Counted): Promise<number | undefined> {
  const now = Date.now()
  if ((silent.get(channel) ?? 0) > now) return undefined
  const provider = providerOf(channel)
  const model = upstreamModel(channel, call.model)
  const counting = provider?.counting?.(channel, model)
  if (!provider || !counting) return undefined
  try {
    const json = writtenFor(call, counting.format, model)
    const access = accessOf(provider, channel)
    const token = access ? await accessToken(channel, access) : ''
    const { url, headers: own, ...request } = counting.request(channel, { json, model, access: token, now })
    const headers = call.endpoint.format === counting.format ? { ...own, ...call.forwarded } : own
    const { status, body } = await callService(url, { ...request, headers, timeoutMs: TIMEOUT_MS })
    if (NO_SUCH_PATH.has(status)) silent.set(channel, now + SILENT_MS)
    return status === 200 && typeof body === 'object' && body !== null ? counting.tokens({ ...body }) : undefined
  } catch {
    return undefined
  }
}

/** The request in a vendor's format, with the vendor's name of the model. Throws BadRequest or Unwritable. */
function writtenFor(call: ConvertedCall, format: UpstreamFormat, model: string): JsonObject {
  if (call.endpoint.format !== format) return JSON.parse(new Conversion(call, format).request(model).toString('utf8'))
  return { ...JSON.parse(call.body.toString('utf8')), ...(call.endpoint.modelInPath ? {} : { model }) }
}
