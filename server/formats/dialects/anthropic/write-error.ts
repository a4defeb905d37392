import { type ContextOverflow, readContextOverflow } from '../context-length.ts'
import { type OpenAIError, statusOfError } from '../openai-errors.ts'
import { vendorFieldsFor } from '../vendor-fields.ts'

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

/** Our error codes for an owner with insufficient balance. */
const UNPAID = new Set([
  'insufficient_user_quota',
  'insufficient_token_quota',
  'token_exhausted',
  'quota_ended_stream',
  'answer_exceeds_quota',
  'unpaid_limit_reached',
])
const PAYMENT_REQUIRED = 402
const BAD_REQUEST = 400

/** Anthropic has specific statuses for an account without credit and for requests that are too long. */
export function errorStatus(error: OpenAIError, status: number): number {
  if (UNPAID.has(String(error.code))) return PAYMENT_REQUIRED
  return readContextOverflow(error) ? BAD_REQUEST : status
}

/** Writes the body of an error answer. The format has no field for the code: it is added next to the type. */
export function errorBody(error: OpenAIError, status: number, requestId: string): string {
  const shown = errorStatus(error, status)
  const type = TYPES[shown] ?? (shown < 500 ? 'invalid_request_error' : 'api_error')
  const overflow = readContextOverflow(error)
  const message = `${overflow ? tooLong(overflow, error.message) : error.message} (request id: ${requestId})`
  const code = error.code === null || error.code === '' ? {} : { code: String(error.code) }
  return JSON.stringify({
    type: 'error',
    error: { ...vendorFieldsFor('anthropic', error.vendor), type, message, ...code },
    request_id: requestId,
  })
}

/**
 * Returns the message on which Claude Code shortens the conversation, or retries with a shorter answer:
 * https://platform.claude.com/docs/en/build-with-claude/context-windows
 */
function tooLong({ input, output = 0, limit }: ContextOverflow, message: string): string {
  if (input === undefined || limit === undefined) return `prompt is too long: ${message}`
  if (input > limit || output === 0) return `prompt is too long: ${input} tokens > ${limit} maximum`
  return (
    `input length and \`max_tokens\` exceed context limit: ${input} + ${output} > ${limit}, ` +
    'decrease input length or `max_tokens` and try again'
  )
}

/** Writes the last event of a failed stream. */
export function errorEvent(error: OpenAIError, requestId: string): string {
  return `event: error\ndata: ${errorBody(error, statusOfError(error), requestId)}\n\n`
}
