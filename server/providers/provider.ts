import type { Channel } from '../channels/registry.ts'
import type { UpstreamRequest } from '../egress/answer.ts'
import type { RelayEndpoint } from '../relay/endpoints.ts'

/** What a provider needs to know of a call in order to address it. */
export interface Outgoing {
  endpoint: RelayEndpoint
  /** The model as the upstream calls it. */
  model: string
  body: Uint8Array
  /** The caller's Content-Type and Accept. */
  contentType: string
  accept: string
}

/** The JSON text of a top-level field of a body, undefined where it has none. */
export type FieldText = (name: string) => string | undefined
/** Top-level fields to be set to JSON texts, or with undefined to be left out. */
export type FieldEdits = Readonly<Record<string, string | undefined>>

/** A way to reach upstreams: URL, authentication and quirks. Pure; sending is egress's job. */
export interface Provider {
  request(channel: Channel, outgoing: Outgoing): UpstreamRequest
  /** What the upstream wants of a body beyond the rules in its type's data. */
  edits?(channel: Channel, endpoint: RelayEndpoint, text: FieldText): FieldEdits
  /** Where and how to read what the upstream tells about itself at one of OpenAI's paths, such as `/v1/models`. */
  reading(channel: Channel, path: `/v1/${string}`): Pick<UpstreamRequest, 'url' | 'headers'>
}
