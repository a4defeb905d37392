import { providerOf } from '../../formats/providers/all.ts'
import type { Channel } from '../../formats/providers/channel.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { callService, OutgoingError } from '../../wire/egress/call-service.ts'
import { networkReason } from './send-test-request.ts'

const TIMEOUT_MS = 15_000
/** Resellers' lists of models are long. */
const MAX_BYTES = 8 * 1024 * 1024

export interface UpstreamReply {
  /** HTTP status, successful or not. */
  status: number
  /** Parsed JSON; undefined = the body was not JSON. */
  body: unknown
}

/** What is read from an upstream, by the way of its channel. */
interface Reading {
  url: string
  headers: Record<string, string>
  way: Channel['way']
}

/** The request that reads a path of a channel's upstream. Throws channel_type_unsupported. */
export function readingRequest(channel: Channel, path: `/v1/${string}`): Reading {
  const provider = providerOf(channel)
  if (!provider) throw new ApiError('channel_type_unsupported', { type: channel.type })
  return { ...provider.metadataRequest(channel, path), way: channel.way }
}

/** Reads JSON from an upstream. Throws channel_upstream_unreachable or channel_upstream_timeout. */
export async function readUpstream({ url, headers, way }: Reading, timeoutMs = TIMEOUT_MS): Promise<UpstreamReply> {
  try {
    return await callService(url, { headers, timeoutMs, maxBytes: MAX_BYTES, way })
  } catch (error) {
    const cause = error instanceof OutgoingError ? (error.cause ?? error) : error
    if ((cause as Error).name === 'TimeoutError') {
      throw new ApiError('channel_upstream_timeout', { seconds: timeoutMs / 1000 })
    }
    throw new ApiError('channel_upstream_unreachable', { detail: networkReason(cause) })
  }
}

/** Returns the body of a successful response. Throws channel_upstream_status for others. */
export function successBody({ status, body }: UpstreamReply): unknown {
  if (status < 200 || status >= 300) throw new ApiError('channel_upstream_status', { status })
  return body
}
