import { type Behaviour, behaviourOfModel } from './behaviour.ts'
import type { Invoice } from './invoice.ts'

/** A request to a vendor, before anything is checked. */
export interface VendorCall {
  request: Request
  /** As it came, still encoded. */
  path: string
  bytes: Uint8Array
  /** Parsed body; {} for none. */
  body: Record<string, unknown>
  invoice: Invoice
}

/** A vendor answers requests to its own paths, and undefined to others. */
export type Vendor = (call: VendorCall) => Response | Promise<Response> | undefined

/** The behaviour that is written behind an `@` in a model or key. */
export const behaviourIn = (text: unknown): Behaviour => behaviourOfModel(String(text ?? ''))
