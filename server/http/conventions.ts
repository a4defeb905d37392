import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { Language } from '#contract/errors.ts'
import { Failure } from '../errors/api-error.ts'
import { arrivalOf, originReader } from './client-ip.ts'
import type { Context, Env } from './context.ts'
import { preferredLanguage } from './language.ts'
import { failureBody } from './reply.ts'
import { newRequestId } from './request-id.ts'

export const REQUEST_ID_HEADER = 'X-Oneapi-Request-Id'

/**
 * Gives every console request its id, origin and language, and its reply the headers that all of them carry.
 * `language`: that of requests which name none.
 */
export function conventions(trustedProxies: readonly string[], language: () => Language): MiddlewareHandler<Env> {
  const readOrigin = originReader(trustedProxies)
  return async (c, next) => {
    const requestId = newRequestId()
    c.set('requestId', requestId)
    c.set('origin', readOrigin(arrivalOf(c.req.raw, c.env)))
    c.set('language', preferredLanguage(c.req.header('accept-language'), language()))
    await next()
    // Afterwards: headers that are set before do not reach a reply that is a Response of its own.
    c.header(REQUEST_ID_HEADER, requestId)
    if (!c.req.path.startsWith('/api/')) return
    c.header('Cache-Control', 'no-store')
    c.header('X-Content-Type-Options', 'nosniff')
  }
}

/**
 * Turns whatever a handler threw into a reply. Text of unexpected errors goes to the log and nowhere else; the caller
 * only learns whether it is the database that is missing.
 */
export async function failureReply(
  c: Context,
  error: Error,
  { log, databaseAnswers }: { log: Logger; databaseAnswers: () => Promise<boolean> },
): Promise<Response> {
  const expected = error instanceof Failure
  if (!expected) {
    const { requestId } = c.var
    log.error({ requestId, method: c.req.method, path: c.req.path, error: error.stack ?? String(error) }, 'call failed')
  }
  const failure = expected ? error : new Failure((await databaseAnswers()) ? 'internal_error' : 'database_unreachable')
  const headers = new Headers()
  if (failure.retryAfter !== undefined) headers.set('Retry-After', String(failure.retryAfter))
  return Response.json(failureBody(failure, c.var.language), { status: failure.status, headers })
}

/** The reply of this API family to a path that nothing answers. */
export function unknownPath(method: string, path: string): Response {
  const failure = new Failure('invalid_url', { method, path })
  const error = { message: failure.text('en'), type: 'invalid_request_error', param: '', code: '' }
  return Response.json({ error }, { status: failure.status })
}
