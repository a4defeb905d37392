import type { Clock } from '../async/ticker.ts'
import type { WriteSettings } from '../dialects/dialect.ts'
import type { FetchMedia } from '../egress/media/fetch-media.ts'
import type { MemoryBudget } from '../memory/memory-budget.ts'
import type { Accounting } from '../money/accounting.ts'
import type { PriceBook } from '../prices/prices.ts'
import type { Services } from '../services.ts'
import type { Health } from '../upstream/health.ts'
import type { Withheld } from './withheld.ts'

/** What the relay works with. */
export interface RelayDeps {
  services: Services
  accounting: Accounting
  prices: PriceBook
  health: Health
  clock: Clock
  /** Calls in progress, for a graceful stop. */
  calls: Services['calls']
  withheld: Withheld
  /** Memory for request bodies until an upstream begins to answer. */
  bodies: MemoryBudget
  /** Memory for what is held of answers. */
  answers: MemoryBudget
  /** Fetches what callers name by its address. */
  fetchMedia: FetchMedia
  /** What the operator wants of converted requests. */
  writing: WriteSettings
  /** Tells the rest of the server that a channel's credential is dead. */
  disableChannel(id: number, reason: string): void
  /** Marks a token that has run out or expired. */
  markToken(id: number, status: 'expired' | 'exhausted'): void
}
