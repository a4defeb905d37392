/** SQLSTATE of PostgreSQL, and the code of SQLite, for a value that a unique index has already. */
const CODES: readonly unknown[] = ['23505', 'SQLITE_CONSTRAINT_UNIQUE']

/** Whether a statement failed because another row has a value that must be unique. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CODES.includes(error.code)
}
