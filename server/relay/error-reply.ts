import { errors, errorText, type Language } from '#contract/errors.ts'
import { type CallerFormat, callerDialects } from '../dialects/all.ts'
import { LOCAL_ERROR, type OpenAIError } from '../dialects/openai-errors.ts'
import { Failure } from '../http/failure.ts'
import { RelayFailure } from './failed.ts'
import type { Reply } from './reply.ts'

/** The reply to a call that failed, in the caller's format, with a request id and without a word about upstream hosts. */
export function errorReply(
  error: unknown,
  language: Language,
  requestId: string,
  format: CallerFormat = 'openai',
): Reply {
  const { status, told, retryAfter } = explain(error, language)
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (retryAfter !== undefined) headers['retry-after'] = retryAfter
  return { status, headers, body: callerDialects[format].errorBody(told, status, requestId) }
}

interface Described {
  status: number
  told: OpenAIError
  retryAfter?: string | undefined
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
  const told = { message: failure.text(language), type: LOCAL_ERROR, param: '', code: failure.code }
  return { status: errors[failure.code].status === 200 ? 400 : failure.status, told, retryAfter }
}
