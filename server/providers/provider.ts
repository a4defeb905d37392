import type { Channel } from '../channels/registry.ts'
import type { UpstreamFormat } from '../dialects/all.ts'
import type { UpstreamRequest } from '../egress/answer.ts'
import type { RelayEndpoint } from '../relay/endpoints.ts'

/** What a provider needs to know of a call in order to address it. */
export interface Outgoing {
  endpoint: RelayEndpoint
  /** The model as the upstream calls it. */
  model: string
  body: Uint8Array
  stream: boolean
  /** The caller's Content-Type and Accept. */
  contentType: string
  accept: string
}

/** A way to reach upstreams: URL, authentication and quirks. Pure; sending is egress's job. */
export interface Provider {
  /** The format of its chats; absent = OpenAI's, so that calls pass through as they are. */
  format?: UpstreamFormat
  request(channel: Channel, outgoing: Outgoing): UpstreamRequest
  /** Where and how to read what the upstream tells about itself at one of OpenAI's paths, such as `/v1/models`. */
  reading(channel: Channel, path: `/v1/${string}`): Pick<UpstreamRequest, 'url' | 'headers'>
}
