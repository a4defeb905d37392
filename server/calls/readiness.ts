import type { Money } from '../money/money.ts'
import { ApiError } from '../platform/errors/api-error.ts'
import type { Platform } from '../platform/platform.ts'
import { createDatabaseCheck } from '../platform/store/database-check.ts'
import type { Calls } from './calls.ts'

const RETRY_AFTER_SECONDS = 5
/** Health checks within this time, in milliseconds, share one query. */
const DATABASE_CHECK_TTL_MS = 1000

type Relaying = Pick<Money, 'accounting'> & Pick<Calls, 'calls'>

/** Throws the ApiError of refused relayed calls if the server is stopping, or cannot write its journal. */
export function requireRelaying({ calls, accounting }: Relaying): void {
  if (calls.draining) throw new ApiError('shutting_down', {}, undefined, RETRY_AFTER_SECONDS)
  if (!accounting.ledger.writable()) throw new ApiError('billing_unavailable', {}, undefined, RETRY_AFTER_SECONDS)
}

/**
 * Returns the readiness check for load balancers: it throws an ApiError with the reason why no call should be sent
 * to this node. The node is stopping, it refuses calls, or it refuses uncached callers while its database is
 * unreachable.
 */
export function createReadiness(services: Relaying & Pick<Platform, 'store'>): () => Promise<void> {
  const databaseAnswers = createDatabaseCheck(services.store.db, DATABASE_CHECK_TTL_MS)
  return async () => {
    if (services.calls.stopping) throw new ApiError('shutting_down', {}, undefined, RETRY_AFTER_SECONDS)
    requireRelaying(services)
    if (!(await databaseAnswers())) throw new ApiError('database_unreachable', {}, undefined, RETRY_AFTER_SECONDS)
  }
}
