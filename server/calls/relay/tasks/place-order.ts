import { ApiError } from '../../../platform/errors/api-error.ts'
import { requireRelaying } from '../../readiness.ts'
import { logFailedCall } from '../charge/log-failed-call.ts'
import type { RelayDeps } from '../deps/deps.ts'
import { textsHaveSensitiveWord } from '../read/sensitive.ts'
import { createOrder } from './create-order.ts'
import type { TaskOrder, TaskRequest } from './submit-and-charge.ts'

/**
 * Prices a task and submits it. Every error, an ApiError or a TaskRefusal, is logged as a failed call. `spoken`:
 * the caller's texts in the request.
 */
export async function placeOrder<T>(
  request: TaskRequest,
  texts: readonly string[],
  deps: RelayDeps,
  submit: (order: TaskOrder) => Promise<T>,
): Promise<T> {
  requireRelaying(deps)
  let order: TaskOrder | undefined
  try {
    if (textsHaveSensitiveWord(texts, deps.services.options)) throw new ApiError('sensitive_words_detected')
    order = createOrder(request, deps)
    return await submit(order)
  } catch (error) {
    logFailedTask(request, order, error, deps)
    throw error
  }
}

/** Logs a task that no platform accepted. */
export const logFailedTask = (
  { id, caller, model, startedAt }: TaskRequest,
  order: Pick<TaskOrder, 'group' | 'attempts'> | undefined,
  why: unknown,
  deps: RelayDeps,
) =>
  logFailedCall(
    { id, caller, model, stream: false, startedAt },
    order && { call: order, attempts: order.attempts },
    why,
    deps,
  )
