import type { Database } from '../store/database.ts'

const KEPT_MS = 10_000

/** Answers whether the database can be read; one look serves all who ask within ten seconds. */
export function createDatabaseCheck(db: Database): () => Promise<boolean> {
  let last: Promise<boolean> | undefined
  let at = 0
  return () => {
    if (!last || Date.now() - at > KEPT_MS) {
      at = Date.now()
      last = db
        .selectFrom('users')
        .select('id')
        .limit(1)
        .execute()
        .then(
          () => true,
          () => false,
        )
    }
    return last
  }
}
