import { callService, OutgoingError } from '../../egress/outgoing.ts'
import { Failure } from '../../errors/api-error.ts'
import { providerOf } from '../../providers/all.ts'
import type { Channel } from '../../registry/channels.ts'
import { networkReason } from './exchange.ts'

const TIMEOUT_MS = 15_000
/** Lists of models are long at those who resell everything. */
const MAX_BYTES = 8 * 1024 * 1024

export interface UpstreamReply {
  /** HTTP status, 200 or another. */
  status: number
  /** Parsed JSON; undefined = it was none. */
  body: unknown
}

/** Where a channel's upstream tells about itself. Throws channel_type_unsupported. */
export function readingOf(channel: Channel, path: `/v1/${string}`): { url: string; headers: Record<string, string> } {
  const provider = providerOf(channel)
  if (!provider) throw new Failure('channel_type_unsupported', { type: channel.type })
  return provider.reading(channel, path)
}

/** Reads JSON from an upstream. Throws channel_upstream_unreachable or channel_upstream_timeout. */
export async function readUpstream(
  { url, headers }: { url: string; headers: Record<string, string> },
  timeoutMs = TIMEOUT_MS,
): Promise<UpstreamReply> {
  try {
    return await callService(url, { headers, timeoutMs, maxBytes: MAX_BYTES })
  } catch (error) {
    const cause = error instanceof OutgoingError ? (error.cause ?? error) : error
    if ((cause as Error).name === 'TimeoutError') {
      throw new Failure('channel_upstream_timeout', { seconds: timeoutMs / 1000 })
    }
    throw new Failure('channel_upstream_unreachable', { detail: networkReason(cause) })
  }
}

/** The body of a success. Throws channel_upstream_status for anything else. */
export function bodyOf({ status, body }: UpstreamReply): unknown {
  if (status < 200 || status >= 300) throw new Failure('channel_upstream_status', { status })
  return body
}
