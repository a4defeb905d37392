import { within } from '../async/with-timeout.ts'
import type { Database } from './database.ts'

/** A database that hangs never responds. */
const TIMEOUT_MS = 2000

/**
 * Returns a function that checks whether the database can be read. One result is shared by all checks within
 * `keptMs`.
 */
export function createDatabaseCheck(db: Database, keptMs: number): () => Promise<boolean> {
  let last: Promise<boolean> | undefined
  let at = 0
  return () => {
    if (!last || performance.now() - at > keptMs) {
      at = performance.now()
      last = within(TIMEOUT_MS, db.selectFrom('users').select('id').limit(1).execute()).then(
        () => true,
        () => false,
      )
    }
    return last
  }
}
