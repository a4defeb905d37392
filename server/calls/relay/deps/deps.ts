import type { DisableRule } from '#contract/channel-types/disable-rules.ts'
import type { WriteSettings } from '../../../formats/dialects/dialect.ts'
import type { FetchMedia } from '../../../formats/media/fetch-media.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import type { Accounting } from '../../../money/accounting/accounting.ts'
import type { Money } from '../../../money/money.ts'
import type { CostBook } from '../../../money/prices/cost-book.ts'
import type { PriceBook } from '../../../money/prices/prices.ts'
import type { Ticker } from '../../../platform/async/ticker.ts'
import type { MemoryBudget } from '../../../platform/memory/memory-budget.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Calls } from '../../calls.ts'
import type { BackgroundRuns } from './background-runs.ts'
import type { SuspectResult } from './suspect-result.ts'
import type { UndeliverableAnswers } from './undeliverable-answers.ts'
import type { WaitingRoom } from './waiting-room.ts'

/** The services and state that the relay uses. */
export interface RelayDeps {
  services: Platform & Money & Calls
  accounting: Accounting
  prices: PriceBook
  costs: CostBook
  ticker: Ticker
  /** Calls in progress, for a graceful shutdown. */
  calls: Calls['calls']
  undeliverable: UndeliverableAnswers
  /** Responses that go on without their callers. */
  backgrounds: BackgroundRuns
  /** Calls that wait for permits. */
  waiting: WaitingRoom
  /** Memory for request bodies until an upstream begins to answer. */
  bodyMemory: MemoryBudget
  /** Memory for the parts of answers that are held. */
  answerMemory: MemoryBudget
  /** Fetches media that callers name by URL. */
  fetchMedia: FetchMedia
  /** The operator's settings for converted requests. */
  writeSettings: WriteSettings
  /** Disables a channel whose key no longer works. `waitMs`: after which its vendor says that it will again. */
  disableChannel(id: number, reason: string, rule: DisableRule | undefined, waitMs?: number): void
  /**
   * Tests the key of a channel that a call has brought under suspicion; undefined where a test has just succeeded, or is
   * under way. Never rejects.
   */
  testSuspect(channel: Channel): Promise<SuspectResult> | undefined
  /** Marks a token as exhausted or expired. */
  markToken(id: number, status: 'expired' | 'exhausted'): void
}
