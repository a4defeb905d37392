import { within } from '../async/with-timeout.ts'
import type { Database } from './database.ts'

/** A database that hangs says nothing at all. */
const ANSWER_MS = 2000

/** Answers whether the database can be read; one look serves all who ask within `keptMs`. */
export function createDatabaseCheck(db: Database, keptMs: number): () => Promise<boolean> {
  let last: Promise<boolean> | undefined
  let at = 0
  return () => {
    if (!last || performance.now() - at > keptMs) {
      at = performance.now()
      last = within(ANSWER_MS, db.selectFrom('users').select('id').limit(1).execute()).then(
        () => true,
        () => false,
      )
    }
    return last
  }
}
