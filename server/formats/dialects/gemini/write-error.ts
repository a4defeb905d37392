import { type ContextOverflow, readContextOverflow } from '../context-length.ts'
import { type OpenAIError, statusOfError } from '../openai-errors.ts'
import { vendorFieldsFor } from '../vendor-fields.ts'

/** https://ai.google.dev/gemini-api/docs/troubleshooting#error-codes */
const STATUSES: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  402: 'RESOURCE_EXHAUSTED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  413: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
}

/** Writes the body of an error answer. Our own code takes the place of Google's reason. */
export function errorBody(error: OpenAIError, status: number, requestId: string): string {
  const overflow = readContextOverflow(error)
  const code = overflow ? BAD_REQUEST : status
  const statusName = STATUSES[code] ?? (code < 500 ? 'FAILED_PRECONDITION' : 'INTERNAL')
  const reason = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: String(error.code ?? statusName) }
  const message = `${overflow ? tooLong(overflow) : error.message} (request id: ${requestId})`
  const { details } = vendorFieldsFor('gemini', error.vendor)
  const errorDetails = Array.isArray(details) && details.length > 0 ? details : [reason]
  return JSON.stringify({ error: { code, message, status: statusName, details: errorDetails } })
}

const BAD_REQUEST = 400

/** Returns Google's own message: https://ai.google.dev/gemini-api/docs/tokens */
function tooLong({ input, limit }: ContextOverflow): string {
  const given = input === undefined ? '' : ` (${input})`
  const allowed = limit === undefined ? '' : ` (${limit})`
  return `The input token count${given} exceeds the maximum number of tokens allowed${allowed}.`
}

/** Writes the last event of a failed stream. */
export function errorEvent(error: OpenAIError, requestId: string): string {
  return `data: ${errorBody(error, statusOfError(error), requestId)}\r\n\r\n`
}
