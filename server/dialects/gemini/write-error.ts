import { type OpenAIError, statusOfError } from '../openai-errors.ts'

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

/** The body of an error answer; our own code stands where Google gives its reason. */
export function errorBody({ message, code }: OpenAIError, status: number, requestId: string): string {
  const word = STATUSES[status] ?? (status < 500 ? 'FAILED_PRECONDITION' : 'INTERNAL')
  const reason = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: String(code ?? word) }
  const told = `${message} (request id: ${requestId})`
  return JSON.stringify({ error: { code: status, message: told, status: word, details: [reason] } })
}

/** The last event of a stream that went wrong. */
export function errorEvent(error: OpenAIError, requestId: string): string {
  return `data: ${errorBody(error, statusOfError(error), requestId)}\r\n\r\n`
}
