import { Failure } from '../errors/api-error.ts'
import type { Services } from '../services.ts'
import { createDatabaseCheck } from '../store/database-check.ts'

const RETRY_AFTER_SECONDS = 5
/** Health checks within so many milliseconds share one query. */
const DATABASE_CHECK_MS = 1000

type Relaying = Pick<Services, 'calls' | 'accounting'>

/** Throws the Failure with which a relayed call is refused: by a server that stops, or that cannot write its journal. */
export function requireRelaying({ calls, accounting }: Relaying): void {
  if (calls.draining) throw new Failure('shutting_down', {}, undefined, RETRY_AFTER_SECONDS)
  if (!accounting.ledger.writable()) throw new Failure('billing_unavailable', {}, undefined, RETRY_AFTER_SECONDS)
}

/**
 * Returns the check that balancers ask for: it throws the Failure that says why no call should be sent to this node. The
 * node has been told to stop, it refuses calls, or it refuses those that memory does not know while its database is away.
 */
export function createReadiness(services: Relaying & Pick<Services, 'store'>): () => Promise<void> {
  const databaseAnswers = createDatabaseCheck(services.store.db, DATABASE_CHECK_MS)
  return async () => {
    if (services.calls.stopping) throw new Failure('shutting_down', {}, undefined, RETRY_AFTER_SECONDS)
    requireRelaying(services)
    if (!(await databaseAnswers())) throw new Failure('database_unreachable', {}, undefined, RETRY_AFTER_SECONDS)
  }
}
