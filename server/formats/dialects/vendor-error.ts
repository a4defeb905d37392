import { Refused } from './dialect.ts'

/** HTTP statuses of errors that vendors report by a code inside an answer of status 200. */
export type StatusTable = Readonly<Record<string, number>>

const SERVER_ERROR = 500
/** Error types by status, as this server evaluates them: they show whether the credential is invalid. */
const TYPES: Record<number, string> = { 401: 'authentication_error', 402: 'insufficient_quota' }

/**
 * Creates the refusal for a vendor's error code. Codes missing from the table count as server errors of the vendor.
 */
export function createRefusal(
  { code, message }: { code: string | number; message: string },
  { statuses, type }: { statuses: StatusTable; type: string },
): Refused {
  const status = statuses[code] ?? SERVER_ERROR
  const text = message || `error ${code}`
  return new Refused(status, { message: text, type: TYPES[status] ?? type, param: null, code })
}
