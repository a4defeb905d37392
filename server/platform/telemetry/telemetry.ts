import type { Usage } from '#contract/prices/price.ts'
import type { EndReason } from '#contract/receipt.ts'
import type { TracedOperation } from './names.ts'

/**
 * What the relay says of its calls, for OpenTelemetry. The SDK is loaded only where it is configured; elsewhere there is
 * no `Telemetry`, and calls have no trace.
 */
export interface Telemetry {
  /** Begins the span of a call. `header` returns a header of its request. */
  startCall(call: ArrivingCall): CallTrace
  /** Sends what is left, for a short time. */
  close(): Promise<void>
}

/** A call whose head has arrived. */
export interface ArrivingCall {
  id: string
  /** Path and query, or the absolute URL. */
  url: string
  /** Returns a header by its lower-case name. */
  header(name: string): string | undefined
  endpoint: CalledEndpoint
  /** POST by default. */
  method?: 'GET' | 'POST'
  /** The path with places for what callers choose in it; absent = it follows from the address and the model. */
  route?: string
}

/** What is called. */
export interface CalledEndpoint {
  operation: TracedOperation
  format: string
  /** The model, where it is part of the path. */
  model?: string
}

/** The spans of one call. No method throws, and none takes a text of the caller or of an upstream. */
export interface CallTrace {
  /** The caller has been admitted, and the body read. `model`: "" = it is not known. */
  identify(facts: { user: number; token: number; model: string; stream: boolean }): void
  /** An attempt begins; one that is still open ends. */
  attempt(facts: AttemptFacts): void
  /** Returns the request of the attempt with the `traceparent` of its span. */
  send<R extends OutgoingRequest>(request: R): R
  /** The attempt has failed: by this status, or for this reason where it has none. */
  attemptFailed(failure: { kind: string; status: number }): void
  /** Adds a span until a promise has settled; returns the promise. */
  wait<T>(what: 'lease' | 'limits', ended: Promise<T>): Promise<T>
  /** Looks for the reasons for which the model has stopped; nothing else is kept of the bytes. */
  see(delivered: Uint8Array | string): void
  /** Something was charged; a session is charged for each of its answers. */
  charged(facts: ChargeFacts): void
  /** The answer has ended without a charge. */
  uncharged(reason: EndReason): void
  /** The call has ended, with this status. `error`: a code of this server, or a status of the upstream. */
  end(status: number, error?: string): void
}

export interface AttemptFacts {
  group: string
  channel: { id: number; type: number; keyId?: number | undefined }
  /** The upstream's name of the model. */
  model: string
}

export interface ChargeFacts {
  usage: Usage
  reason: EndReason
  /** Quota units. */
  quota: number
  upstreamModel: string
}

interface OutgoingRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}
