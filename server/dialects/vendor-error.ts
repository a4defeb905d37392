import { Refused } from './dialect.ts'

/** Statuses of errors that vendors tell with a number or a word inside an answer of status 200. */
export type StatusTable = Readonly<Record<string, number>>

const SERVER_ERROR = 500
/** Types that this server understands, by status: whether the credential is dead is read from them. */
const TYPES: Record<number, string> = { 401: 'authentication_error', 402: 'insufficient_quota' }

/** The refusal with a vendor's code; codes that the table does not have are the vendor's own trouble. */
export function refusedWith(
  { code, message }: { code: string | number; message: string },
  { statuses, type }: { statuses: StatusTable; type: string },
): Refused {
  const status = statuses[code] ?? SERVER_ERROR
  const text = message || `error ${code}`
  return new Refused(status, { message: text, type: TYPES[status] ?? type, param: null, code })
}
