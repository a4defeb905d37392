import type { MiddlewareHandler } from 'hono'
import { Failure } from '../errors/api-error.ts'
import type { Env } from './context.ts'

/** When a caller may try again, in seconds. */
const AGAIN_SECONDS = 5

/**
 * Refuses calls that have waited for so many milliseconds while the database says nothing: one that hangs never refuses
 * itself. What a refused call has begun goes on, and may still be done when the database comes back.
 */
export function patience(databaseAnswers: () => Promise<boolean>, patienceMs: number): MiddlewareHandler<Env> {
  return async (_c, next) => {
    const done = next().then(() => true as const)
    // Whoever has been refused hears no more of it.
    done.catch(() => {})
    while (!(await withinTime(done, patienceMs))) {
      if (!(await databaseAnswers())) throw new Failure('database_unreachable', {}, undefined, AGAIN_SECONDS)
    }
  }
}

function withinTime(done: Promise<true>, ms: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, ms, false)
  })
  return Promise.race([done, late]).finally(() => clearTimeout(timer))
}
