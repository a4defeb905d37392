import type { ResponsesRules } from '#contract/channel-types/channel-type.ts'
import type { UpstreamFormat } from '../dialects/all.ts'
import type { OutgoingCall } from '../egress/outgoing.ts'
import type { SocketRequest } from '../egress/upstream-socket.ts'
import type { RelayEndpoint } from '../endpoints/endpoints.ts'
import type { UpstreamAnswer, UpstreamRequest } from '../http1/client/answer.ts'
import type { Channel } from '../registry/channels.ts'
import type { Counting } from './counting.ts'

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
  /** The token of the provider's `access`; "" where it has none. */
  access: string
  /** Headers of a caller who speaks the upstream's format. */
  forwarded: Readonly<Record<string, string>> | undefined
  /** Milliseconds since the epoch: signatures are good for minutes. */
  now: number
}

/** A key that is not of the kind that the provider needs: as good as one that the upstream refuses. */
export class UnusableKey extends Error {
  override readonly name = 'UnusableKey'
}

/** How a credential buys the short-lived token that calls are made with. */
export interface Access {
  /** What to send. Throws when the key is none of this kind. */
  request(channel: Channel, now: Date): OutgoingRequest | Promise<OutgoingRequest>
  /** Reads the JSON of the answer, whatever its status. `ours`: the refusal is about this server, not the credential. */
  read(body: unknown): AccessAnswer | { refused: string; ours?: true }
}
export type OutgoingRequest = OutgoingCall & { url: string }

export interface AccessAnswer {
  token: string
  /** How long it is good for. */
  seconds: number
}

/** The JSON text of a top-level field of a body, undefined where it has none. */
export type FieldText = (name: string) => string | undefined
/** Top-level fields to be set to JSON texts, or with undefined to be left out. */
export type FieldEdits = Readonly<Record<string, string | undefined>>

/** What a provider needs to know of a session in order to address it. */
export interface Session {
  endpoint: RelayEndpoint
  /** The model as the upstream calls it. */
  model: string
  /** The caller came with sub-protocols, as browsers do, and gets `realtime`. */
  subprotocol: boolean
  /** The caller wants the interface as it was before it became general. */
  beta: boolean
}

/** A way to reach upstreams: URL, authentication and quirks. Pure; sending is egress's job. */
export interface Provider {
  /**
   * The format of its chats, for all its models or by the name of one; absent = OpenAI's, so that calls pass through as
   * they are.
   */
  format?: UpstreamFormat | ((model: string) => UpstreamFormat | undefined)
  /** Whether a channel has Responses, where that is not so for all channels of types that declare it. */
  hasResponses?(channel: Channel, endpoint: RelayEndpoint, rules: ResponsesRules): boolean
  /** Absent, or undefined for a channel = its key is what calls are made with. */
  access?: Access | ((channel: Channel) => Access | undefined)
  /** Throws UnusableKey; Unwritable for what a key of this kind cannot ask for. */
  request(channel: Channel, outgoing: Outgoing): UpstreamRequest
  /** Where a session is opened; absent = it has none. */
  socket?(channel: Channel, session: Session): SocketRequest
  /** Makes server-sent events of another framing, or where a stream was asked for of none; others stay as they are. */
  reframe?(answer: UpstreamAnswer, asked: Pick<Outgoing, 'stream'>): UpstreamAnswer
  /** What the upstream wants of a body beyond the rules in its type's data. */
  edits?(channel: Channel, endpoint: RelayEndpoint, text: FieldText): FieldEdits
  /** How the tokens of a request to a model are counted, which is written in the format of its chats; absent = they are not. */
  counting?(channel: Channel, model: string): (Counting & { format: UpstreamFormat }) | undefined
  /** Where and how to read what the upstream tells about itself at one of OpenAI's paths, such as `/v1/models`. */
  reading(channel: Channel, path: `/v1/${string}`): Pick<UpstreamRequest, 'url' | 'headers'>
}

/** How a channel's credential buys its tokens; undefined = calls are made with its key. */
export const accessOf = ({ access }: Provider, channel: Channel): Access | undefined =>
  typeof access === 'function' ? access(channel) : access

/** The format in which a provider chats with a model; undefined = OpenAI's. */
export const formatOf = ({ format }: Provider, model: string): UpstreamFormat | undefined =>
  typeof format === 'function' ? format(model) : format
