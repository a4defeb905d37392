import { type ErrorCode, errors, errorText, type Language } from '#contract/errors.ts'
import { isRetryable } from '#contract/retryable.ts'
import { type CallerFormat, callerDialects } from '../../../formats/dialects/all.ts'
import type { CallerDialect } from '../../../formats/dialects/dialect.ts'
import { LOCAL_ERROR, type OpenAIError } from '../../../formats/dialects/openai-errors.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { RelayResponse } from '../../../wire/http1/shared/response.ts'
import { RelayFailure } from '../../upstream/relay-failure.ts'

/** Builds the response to a failed call in the caller's format, with a request id and without any upstream host. */
export function errorResponse(
  error: unknown,
  language: Language,
  requestId: string,
  format: CallerFormat = 'openai',
): RelayResponse {
  const { status, shownError, retryAfter } = describeError(error, language)
  const dialect: CallerDialect = callerDialects[format]
  const stream =
    error instanceof RelayFailure && error.stream ? dialect.errorStream?.(shownError, requestId) : undefined
  if (stream !== undefined) return { status: 200, headers: { ...EVENT_STREAM_HEADERS }, body: stream }
  const shown = dialect.errorStatus?.(shownError, status) ?? status
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'x-should-retry': String(isRetryable(shown, shownError.code)),
  }
  if (retryAfter !== undefined) headers['retry-after'] = retryAfter
  return { status: shown, headers, body: dialect.errorBody(shownError, shown, requestId) }
}

const EVENT_STREAM_HEADERS = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' }

interface DescribedError {
  status: number
  shownError: OpenAIError
  retryAfter?: string | undefined
}

/** OpenAI's type and field for errors of this server that have an equivalent there. */
const OPENAI_ERROR_FIELDS: Partial<Record<ErrorCode, Pick<OpenAIError, 'type' | 'param'>>> = {
  model_not_found: { type: 'invalid_request_error', param: 'model' },
  invalid_url: { type: 'invalid_request_error', param: '' },
  previous_response_not_found: { type: 'invalid_request_error', param: 'previous_response_id' },
  response_not_found: { type: 'invalid_request_error', param: 'id' },
  item_not_found: { type: 'invalid_request_error', param: 'input' },
  invalid_encrypted_content: { type: 'invalid_request_error', param: 'input' },
}

function describeError(error: unknown, language: Language): DescribedError {
  if (error instanceof RelayFailure) {
    const { status, callerError } = error.verdict
    const { waitMs } = error.failure
    // Nobody is told to wait for an account that has to be paid, or for a key that has to be changed.
    const isWorthIt = waitMs !== undefined && error.verdict.disable === undefined
    const retryAfter = isWorthIt ? String(Math.ceil(waitMs / 1000)) : undefined
    if (typeof callerError !== 'string') return { status, shownError: callerError, retryAfter }
    return {
      status,
      shownError: { message: errorText(callerError, language), type: 'upstream_error', param: '', code: callerError },
      retryAfter,
    }
  }
  const failure = error instanceof ApiError ? error : new ApiError('internal_error')
  const retryAfter = failure.retryAfter === undefined ? undefined : String(failure.retryAfter)
  const { type, param } = OPENAI_ERROR_FIELDS[failure.code] ?? { type: LOCAL_ERROR, param: '' }
  const shownError = { message: failure.text(language), type, param, code: failure.code }
  return { status: errors[failure.code].status === 200 ? 400 : failure.status, shownError, retryAfter }
}
