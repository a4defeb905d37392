import type { ResponsesRules } from '#contract/channel-types/channel-type.ts'
import type { OutgoingCall } from '../../wire/egress/call-service.ts'
import type { SocketRequest } from '../../wire/egress/upstream-socket.ts'
import type { UpstreamAnswer, UpstreamRequest } from '../../wire/http1/client/upstream-answer.ts'
import type { UpstreamFormat } from '../dialects/all.ts'
import type { Operation, RelayEndpoint } from '../endpoints/endpoints.ts'
import type { Following } from '../following/follow-exchange.ts'
import type { Channel } from './channel.ts'
import type { TokenCounting } from './token-counting.ts'

/** What a provider needs to address a call. */
export interface ProviderCall {
  endpoint: RelayEndpoint
  /** The upstream's name of the model. */
  model: string
  body: Uint8Array
  stream: boolean
  /** The caller's Content-Type and Accept. */
  contentType: string
  accept: string
  /** The token obtained by the provider's `access`; "" where it has none. */
  access: string
  /** Headers forwarded from a caller that uses the upstream's format. */
  forwarded: Readonly<Record<string, string>> | undefined
  /** Milliseconds since the epoch. Signatures are valid for minutes. */
  now: number
}

/** A key in another form than the provider requires. Treated like a key that the upstream refuses. */
export class UnusableKey extends Error {
  override readonly name = 'UnusableKey'
}

/** How a credential is exchanged for the short-lived token of calls. */
export interface TokenExchange {
  /** Creates the token request. Throws if the key has another form. */
  request(channel: Channel, now: Date): OutgoingRequest | Promise<OutgoingRequest>
  /**
   * Reads the JSON of the answer, with any status. `ours`: the refusal concerns this server and not the credential.
   */
  read(body: unknown): ExchangedToken | { refused: string; ours?: true }
}
export type OutgoingRequest = OutgoingCall & { url: string }

export interface ExchangedToken {
  token: string
  /** The token's lifetime. */
  seconds: number
}

/** Returns the JSON text of a top-level field of a body, undefined if it is absent. */
export type FieldText = (name: string) => string | undefined
/** Top-level fields with their new JSON text; undefined = the field is removed. */
export type FieldEdits = Readonly<Record<string, string | undefined>>

/** What a provider needs to address a realtime session. */
export interface ProviderSession {
  endpoint: RelayEndpoint
  /** The upstream's name of the model. */
  model: string
  /** The caller used WebSocket subprotocols, as browsers do, and gets `realtime`. */
  subprotocol: boolean
  /** The caller uses the beta version of the API. */
  beta: boolean
}

/** What an upstream needs in a form. */
export interface FormRules {
  /** New names of parts; undefined = the upstream has no such part. */
  names: Readonly<Record<string, string | undefined>>
  /** Throws BadRequest if a part that is left out asked for what the upstream cannot do. */
  check(dropped: ReadonlyMap<string, string>): void
}

/** What an answer is the answer to. `endpoint`: absent = a chat, such as the test of a channel. */
export type AskedCall = Pick<ProviderCall, 'stream'> & Partial<Pick<ProviderCall, 'endpoint'>>

/** How upstreams are reached: URL, authentication and special cases. Pure; the egress module sends. */
export interface Provider {
  /**
   * The format of its chats, for all models or by model name; absent = OpenAI's, so that calls pass through
   * unchanged.
   */
  format?: UpstreamFormat | ((model: string, operation: Operation) => UpstreamFormat | undefined)
  /** Returns whether a channel supports the Responses API, if not all channels of types that declare it do. */
  hasResponses?(channel: Channel, endpoint: RelayEndpoint, rules: ResponsesRules): boolean
  /** Absent, or undefined for a channel = calls are made with the channel's key. */
  access?: TokenExchange | ((channel: Channel) => TokenExchange | undefined)
  /** Throws UnusableKey, or Unwritable for what a key of this kind does not allow. */
  request(channel: Channel, outgoing: ProviderCall): UpstreamRequest
  /** Creates the request that opens a session; absent = the provider has no sessions. */
  socket?(channel: Channel, session: ProviderSession): SocketRequest
  /**
   * Converts another framing to server-sent events, or a whole answer to a stream if one was requested. Returns
   * other answers unchanged.
   */
  reframe?(answer: UpstreamAnswer, asked: AskedCall): UpstreamAnswer
  /**
   * Returns how an answer is asked for again while the work behind it goes on; absent = the first answer is
   * complete.
   */
  follow?(channel: Channel, outgoing: Pick<ProviderCall, 'endpoint' | 'body' | 'stream'>): Following
  /** Forms are given to `request` as JSON objects, with files as data URLs. */
  formsAsJson?: true
  /** Returns how a form is changed for the upstream; absent, or undefined = it passes as it is. */
  formRules?(endpoint: RelayEndpoint): FormRules | undefined
  /** Returns changes of a body that the upstream needs beyond the rules in its type's data. */
  edits?(channel: Channel, endpoint: RelayEndpoint, text: FieldText): FieldEdits
  /**
   * How tokens of a request to a model, written in its chat format, are counted; absent = they cannot be counted.
   */
  counting?(channel: Channel, model: string): (TokenCounting & { format: UpstreamFormat }) | undefined
  /** Creates the request for an upstream's metadata at one of OpenAI's paths, such as `/v1/models`. */
  metadataRequest(channel: Channel, path: `/v1/${string}`): Pick<UpstreamRequest, 'url' | 'headers'>
}

/** Returns how a channel's credential is exchanged for tokens; undefined = calls are made with its key. */
export const tokenExchangeOf = ({ access }: Provider, channel: Channel): TokenExchange | undefined =>
  typeof access === 'function' ? access(channel) : access

/** Returns the format of a provider for an operation of a model; undefined = OpenAI's. */
export const formatOf = ({ format }: Provider, model: string, operation: Operation): UpstreamFormat | undefined =>
  typeof format === 'function' ? format(model, operation) : format
