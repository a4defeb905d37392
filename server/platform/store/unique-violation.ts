/** PostgreSQL's SQLSTATE and SQLite's code for a violated unique index. */
const UNIQUE_VIOLATION_CODES: readonly unknown[] = ['23505', 'SQLITE_CONSTRAINT_UNIQUE']

/** Whether a statement failed because another row has a value that must be unique. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && UNIQUE_VIOLATION_CODES.includes(error.code)
}
