import type { Usage } from '#contract/prices/price.ts'
import type { EndReason, Receipt, Waiver } from '#contract/receipt.ts'
import type { Quote } from '../prices/quote.ts'

/** What a receipt contains about the realtime session of its call. */
export interface RealtimeInfo {
  /** The session's request id. */
  session: string
  /** The upstream's id of the response; undefined for a transcript. */
  response: string | undefined
}

/** How a call ended, as far as its charge and its receipt are concerned. */
export interface ChargeOutcome {
  /** The price that applies: that of the call, or of fewer images than it requested. */
  quote: Quote
  usage: Usage
  source: Receipt['usage_source']
  /** Set where the usage is estimated. */
  estimate?: Receipt['estimate']
  reason: EndReason
  abortPolicy?: Receipt['abort_policy']
  /** Milliseconds to the first byte; −1000 when none came. */
  firstByteMs: number
  upstreamModel: string
  /** The upstream's id of the request, as its answer names it. */
  upstreamId?: string | undefined
  /** Fields of the request that were not sent to this upstream. */
  omitted?: readonly string[] | undefined
  /** The vendor's own end reason, where the caller's format has no equivalent. */
  vendorReason?: string | undefined
  /** Set for calls of a realtime session. */
  realtime?: RealtimeInfo
  /** The service tier that the answer names, also where the caller does not pay for it. */
  tier?: string | undefined
  /** USD that the vendor says the call costs, also where it is charged by its price. */
  told?: number | undefined
  /** Why the usage is not charged. */
  waived?: Waiver | undefined
  /** Thousandths of a unit that the owner can pay, where the usage costs more. */
  payable?: number
}
