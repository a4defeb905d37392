import type { MiddlewareHandler } from 'hono'
import { ApiError } from '../errors/api-error.ts'
import type { Env } from './context.ts'

/** Seconds after which the caller may retry. */
const RETRY_AFTER_SECONDS = 5

/**
 * Refuses calls that have waited this many milliseconds while the database does not answer: a hanging one reports
 * no error. Work that a refused call has started continues, and may still complete when the database is back.
 */
export function withRequestTimeout(databaseAnswers: () => Promise<boolean>, timeoutMs: number): MiddlewareHandler<Env> {
  return async (_c, next) => {
    const done = next().then(() => true as const)
    // An error after the refusal is ignored.
    done.catch(() => {})
    while (!(await finishesWithin(done, timeoutMs))) {
      if (!(await databaseAnswers())) throw new ApiError('database_unreachable', {}, undefined, RETRY_AFTER_SECONDS)
    }
  }
}

function finishesWithin(done: Promise<true>, ms: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, ms, false)
  })
  return Promise.race([done, late]).finally(() => clearTimeout(timer))
}
