import { ApiError } from '../../errors/api-error.ts'
import type { Quote } from '../../prices/quote.ts'
import type { UserFacts } from '../../registry/callers.ts'
import type { RelayDeps } from '../deps.ts'
import type { Caller } from './admit.ts'

/** Throws model_not_allowed. A caller that may pin a channel may use all of its models. */
export function checkModelAllowed({ token, pinnedChannel }: Caller, model: string): void {
  if (pinnedChannel === undefined && token?.models && !token.models.has(model)) {
    throw new ApiError('model_not_allowed', { model })
  }
}

/** Returns the price of a model for a user in a group. Throws model_unpriced. */
export function quoteFor(
  model: string,
  group: string,
  { userRatio }: Pick<UserFacts, 'userRatio'>,
  { prices }: Pick<RelayDeps, 'prices'>,
): Quote {
  const quote = prices.quote(model, group, userRatio)
  if (!quote) throw new ApiError('model_unpriced', { model })
  return quote
}
