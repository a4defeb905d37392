import { Failure } from '../../errors/api-error.ts'
import { requireRelaying } from '../../operations/readiness.ts'
import { type Begun, noteUnserved } from '../billing/log-failed-call.ts'
import type { RelayDeps } from '../deps.ts'
import { sensitiveWordInTexts } from '../request/sensitive.ts'
import { orderOf } from './choose.ts'
import type { Order, Wanted } from './order.ts'

/**
 * Prices what is wanted and has it submitted. Whatever is thrown, a Failure or a TaskRefusal, leaves a row in the log.
 * `spoken`: what the caller says in it.
 */
export async function place<T>(
  wanted: Wanted,
  spoken: readonly string[],
  deps: RelayDeps,
  submit: (order: Order) => Promise<T>,
): Promise<T> {
  requireRelaying(deps)
  let order: Order | undefined
  try {
    if (sensitiveWordInTexts(spoken, deps.services.options)) throw new Failure('sensitive_words_detected')
    order = orderOf(wanted, deps)
    return await submit(order)
  } catch (error) {
    noteTask(wanted, order, error, deps)
    throw error
  }
}

/** Leaves the row of a task that nobody took. */
export const noteTask = (
  { id, caller, model, startedAt }: Wanted,
  order: Begun | undefined,
  why: unknown,
  deps: RelayDeps,
) => noteUnserved({ id, caller, model, stream: false, startedAt }, order, why, deps)
