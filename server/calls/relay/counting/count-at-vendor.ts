import { callerDialects, type UpstreamFormat } from '../../../formats/dialects/all.ts'
import type { JsonObject } from '../../../formats/dialects/conversation.ts'
import { rulesNameOf } from '../../../formats/dialects/model-rules/find-rule.ts'
import { providerOf } from '../../../formats/providers/all.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import { tokenExchangeOf } from '../../../formats/providers/provider.ts'
import { callService } from '../../../wire/egress/call-service.ts'
import { accessToken } from '../../upstream/access-tokens.ts'
import { Conversion } from '../../upstream/conversion.ts'
import type { CallWithBody } from '../../upstream/converted-call.ts'
import { upstreamModel } from '../../upstream/upstream-model.ts'
import type { Call } from '../call/call.ts'

/** Token counting falls back to the estimate after this time. */
const TIMEOUT_MS = 3000
/**
 * Channels whose vendor turned out not to count, and until when they are skipped. A changed channel is a new
 * object.
 */
const notCounting = new WeakMap<Channel, number>()
const NOT_COUNTING_MS = 600_000
const NO_SUCH_PATH_STATUSES = new Set([404, 405, 501])

/** The request whose tokens are counted, and the headers for an upstream of its format. */
export type CountedCall = CallWithBody & Pick<Call, 'forwarded'>

/** `answer`: the vendor's own answer, for a caller of its format. */
export interface CountedTokens {
  tokens: number
  answer?: JsonObject
}

/**
 * Counts the tokens of a request at a channel's vendor, in the request's own format or converted; undefined = the
 * vendor does not count, or not now. Free of charge at all vendors. Never rejects.
 */
export async function countAtVendor(channel: Channel, counted: CountedCall): Promise<CountedTokens | undefined> {
  const { call, forwarded } = counted
  const now = Date.now()
  if ((notCounting.get(channel) ?? 0) > now) return undefined
  const provider = providerOf(channel)
  const model = upstreamModel(channel, call.model)
  const counting = provider?.counting?.(channel, model)
  if (!provider || !counting) return undefined
  try {
    const json = toVendorRequest(counted, counting.format, model)
    const access = tokenExchangeOf(provider, channel)
    const token = access ? await accessToken(channel, access) : ''
    const { url, headers: own, ...request } = counting.request(channel, { json, model, access: token, now })
    const isOwn = call.endpoint.format === counting.format
    const headers = isOwn ? { ...own, ...forwarded } : own
    const { status, body } = await callService(url, { ...request, headers, timeoutMs: TIMEOUT_MS, way: channel.way })
    if (NO_SUCH_PATH_STATUSES.has(status)) notCounting.set(channel, now + NOT_COUNTING_MS)
    const answer = status === 200 && typeof body === 'object' && body !== null ? { ...body } : {}
    const tokens = counting.tokens(answer)
    // Vertex AI answers as Google's other interface does.
    const isSpoken = counting.format.split('-', 1)[0] === call.endpoint.format
    return tokens === undefined ? undefined : { tokens, ...(isSpoken ? { answer } : {}) }
  } catch {
    return undefined
  }
}

/**
 * Writes the request in a vendor's format, with the vendor's name of the model. Throws BadRequest or Unwritable.
 */
function toVendorRequest(counted: CallWithBody, format: UpstreamFormat, model: string): JsonObject {
  const { endpoint } = counted.call
  if (endpoint.format !== format) return JSON.parse(new Conversion(counted, format).request(model).toString('utf8'))
  const request = { ...JSON.parse(counted.body.bytes.toString('utf8')), ...(endpoint.modelInPath ? {} : { model }) }
  return callerDialects[endpoint.format].withOwnState(request, rulesNameOf(model, counted.call.model))
}
