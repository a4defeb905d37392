import type { Database } from '../store/database.ts'

/** Answers whether the database can be read; one look serves all who ask within `keptMs`. */
export function createDatabaseCheck(db: Database, keptMs: number): () => Promise<boolean> {
  let last: Promise<boolean> | undefined
  let at = 0
  return () => {
    if (!last || performance.now() - at > keptMs) {
      at = performance.now()
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
