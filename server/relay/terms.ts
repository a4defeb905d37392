import { Failure } from '../http/failure.ts'
import type { Quote } from '../money/prices.ts'
import type { Caller } from './admit.ts'
import type { RelayDeps } from './deps.ts'

/** Throws model_not_allowed. Whoever may pin a channel may use whatever it offers. */
export function checkModel({ token, pinnedChannel }: Caller, model: string): void {
  if (pinnedChannel === undefined && token?.models && !token.models.has(model)) {
    throw new Failure('model_not_allowed', { model })
  }
}

/** The price of a model for a group. Throws model_unpriced. */
export function quoteFor(model: string, group: string, { prices }: Pick<RelayDeps, 'prices'>): Quote {
  const quote = prices.quote(model, group)
  if (!quote) throw new Failure('model_unpriced', { model })
  return quote
}
