import { type ErrorCode, errors, errorText, type Language } from '#contract/errors.ts'
import { type CallerFormat, callerDialects } from '../dialects/all.ts'
import type { CallerDialect } from '../dialects/dialect.ts'
import { LOCAL_ERROR, type OpenAIError } from '../dialects/openai-errors.ts'
import { Failure } from '../errors/api-error.ts'
import type { Reply } from '../http1/shared/response.ts'
import { RelayFailure } from './upstream/relay-failure.ts'

/** The reply to a call that failed, in the caller's format, with a request id and without a word about upstream hosts. */
export function errorReply(
  error: unknown,
  language: Language,
  requestId: string,
  format: CallerFormat = 'openai',
): Reply {
  const { status, told, retryAfter } = explain(error, language)
  const dialect: CallerDialect = callerDialects[format]
  const stream = error instanceof RelayFailure && error.stream ? dialect.errorStream?.(told, requestId) : undefined
  if (stream !== undefined) return { status: 200, headers: { ...EVENTS }, body: stream }
  const shown = dialect.errorStatus?.(told, status) ?? status
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'x-should-retry': String(mayHelp(shown, told)),
  }
  if (retryAfter !== undefined) headers['retry-after'] = retryAfter
  return { status: shown, headers, body: dialect.errorBody(told, shown, requestId) }
}

const EVENTS = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' }

/** Statuses of failures that may be over with the next try. */
const PASSING = new Set([408, 409, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529])
/** Failures with such a status that are there until somebody changes something. */
const LASTING = new Set<OpenAIError['code']>(['upstream_auth'])

/**
 * Whether the same call may succeed soon: the official SDKs of OpenAI and Anthropic obey this before they look at the
 * status (`shouldRetry` in both: https://github.com/openai/openai-node/blob/master/src/client.ts).
 */
const mayHelp = (status: number, { code }: OpenAIError) => PASSING.has(status) && !LASTING.has(code)

interface Described {
  status: number
  told: OpenAIError
  retryAfter?: string | undefined
}

/** Failures of our own that OpenAI has a type and a field for. */
const OPENAI_WORDS: Partial<Record<ErrorCode, Pick<OpenAIError, 'type' | 'param'>>> = {
  model_not_found: { type: 'invalid_request_error', param: 'model' },
  invalid_url: { type: 'invalid_request_error', param: '' },
  previous_response_not_found: { type: 'invalid_request_error', param: 'previous_response_id' },
  item_not_found: { type: 'invalid_request_error', param: 'input' },
  invalid_encrypted_content: { type: 'invalid_request_error', param: 'input' },
}

function explain(error: unknown, language: Language): Described {
  if (error instanceof RelayFailure) {
    const { status, tell } = error.verdict
    const { retryAfter } = error.failure
    if (typeof tell !== 'string') return { status, told: tell, retryAfter }
    return {
      status,
      told: { message: errorText(tell, language), type: 'upstream_error', param: '', code: tell },
      retryAfter,
    }
  }
  const failure = error instanceof Failure ? error : new Failure('internal_error')
  const retryAfter = failure.retryAfter === undefined ? undefined : String(failure.retryAfter)
  const { type, param } = OPENAI_WORDS[failure.code] ?? { type: LOCAL_ERROR, param: '' }
  const told = { message: failure.text(language), type, param, code: failure.code }
  return { status: errors[failure.code].status === 200 ? 400 : failure.status, told, retryAfter }
}
