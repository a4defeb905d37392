import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { Language } from '#contract/errors.ts'
import { ApiError } from '../errors/api-error.ts'
import { ReaderLeft, ReadTooLong } from '../store/reads/reader.ts'
import type { Context, Env } from './context.ts'
import { replyLanguage } from './language.ts'
import { errorBody } from './reply.ts'
import { newRequestId } from './request-id.ts'
import { createOriginReader, toRequestOrigin } from './request-origin.ts'

/** Of a call whose caller has left; nobody sees it. */
const CLIENT_CLOSED_STATUS = 499
export const REQUEST_ID_HEADER = 'X-Oneapi-Request-Id'

/**
 * Sets the id, origin and language of every console request, and the common headers of its reply. `language`: the
 * default for requests without one.
 */
export function commonHeaders(trustedProxies: readonly string[], language: () => Language): MiddlewareHandler<Env> {
  const readOrigin = createOriginReader(trustedProxies)
  return async (c, next) => {
    const requestId = newRequestId()
    c.set('requestId', requestId)
    c.set('origin', readOrigin(toRequestOrigin(c.req.raw, c.env)))
    c.set('language', replyLanguage(c.req.header('accept-language'), undefined, language()))
    await next()
    // Set afterwards: headers that are set before do not reach a reply that is a separate Response.
    c.header(REQUEST_ID_HEADER, requestId)
    if (!c.req.path.startsWith('/api/')) return
    c.header('Cache-Control', 'no-store')
    c.header('X-Content-Type-Options', 'nosniff')
  }
}

/**
 * Converts an error of a handler to a reply. The text of unexpected errors is only logged; the caller is only
 * informed whether the database is unreachable.
 */
export async function errorReply(
  c: Context,
  error: Error,
  { log, databaseAnswers }: { log: Logger; databaseAnswers: () => Promise<boolean> },
): Promise<Response> {
  if (error instanceof ReaderLeft) return new Response(null, { status: CLIENT_CLOSED_STATUS })
  const known = error instanceof ReadTooLong ? new ApiError('read_too_long') : error
  const expected = known instanceof ApiError
  if (!expected) {
    const { requestId } = c.var
    log.error({ requestId, method: c.req.method, path: c.req.path, error: error.stack ?? String(error) }, 'call failed')
  }
  const failure = expected ? known : new ApiError((await databaseAnswers()) ? 'internal_error' : 'database_unreachable')
  const headers = new Headers()
  if (failure.retryAfter !== undefined) headers.set('Retry-After', String(failure.retryAfter))
  return Response.json(errorBody(failure, c.var.language), { status: failure.status, headers })
}

/** Returns the reply of this API family to an unknown path. */
export function unknownPathReply(method: string, path: string): Response {
  const failure = new ApiError('invalid_url', { method, path })
  const error = { message: failure.text('en'), type: 'invalid_request_error', param: '', code: '' }
  return Response.json({ error }, { status: failure.status })
}
