import { type OpenAIError, statusOfError } from '../openai-errors.ts'

/** https://platform.claude.com/docs/en/api/errors */
const TYPES: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  504: 'timeout_error',
  529: 'overloaded_error',
}

/** The body of an error answer. The code has no place in this format: it stands beside the type. */
export function errorBody({ message, code }: OpenAIError, status: number, requestId: string): string {
  const type = TYPES[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error')
  const error = { type, message: `${message} (request id: ${requestId})`, ...(code === null ? {} : { code }) }
  return JSON.stringify({ type: 'error', error, request_id: requestId })
}

/** The last event of a stream that went wrong. */
export function errorEvent(error: OpenAIError, requestId: string): string {
  return `event: error\ndata: ${errorBody(error, statusOfError(error), requestId)}\n\n`
}
