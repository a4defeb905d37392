import type { Accounting } from '../money/accounting.ts'
import type { PriceBook } from '../money/prices.ts'
import type { Services } from '../services.ts'
import type { Clock } from './clock.ts'
import type { Health } from './health.ts'

/** What the relay works with. */
export interface RelayDeps {
  services: Services
  accounting: Accounting
  prices: PriceBook
  health: Health
  clock: Clock
  /** Calls in progress, for a graceful stop. */
  calls: Services['calls']
  /** Least units of the next hold of users whose last answer had to be withheld. */
  withheld: Map<number, { units: number; until: number }>
  /** Tells the rest of the server that a channel's credential is dead. */
  disableChannel(id: number, reason: string): void
  /** Marks a token that has run out or expired. */
  markToken(id: number, status: 'expired' | 'exhausted'): void
}
