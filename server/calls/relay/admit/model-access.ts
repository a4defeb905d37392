import type { EndpointKind } from '#contract/endpoint-kinds.ts'
import type { Quote } from '../../../money/prices/quote.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { TokenFacts, UserFacts } from '../../registry/callers.ts'
import type { RelayDeps } from '../deps/deps.ts'
import type { Caller } from './admit.ts'

/** The maximum number of entries of a list that a refusal tells. */
const MAX_TOLD = 20

/** Throws endpoint_not_allowed. */
export function checkEndpointAllowed({ endpoints }: TokenFacts, kind: EndpointKind): void {
  if (!endpoints || endpoints.has(kind)) return
  throw new ApiError('endpoint_not_allowed', { endpoint: kind, allowed: toldList([...endpoints]) })
}

/** Throws model_not_allowed. */
export function checkModelAllowed(caller: Pick<Caller, 'token' | 'pinnedChannel'>, model: string): void {
  if (isModelAllowed(caller, model)) return
  throw new ApiError('model_not_allowed', { model, allowed: toldList(caller.token?.models?.entries ?? []) })
}

/** Whether a caller may use a model. One that may pin a channel may use all of its models. */
export const isModelAllowed = ({ token, pinnedChannel }: Pick<Caller, 'token' | 'pinnedChannel'>, model: string) =>
  pinnedChannel !== undefined || !token?.models || token.models.has(model)

const toldList = (entries: readonly string[]) =>
  entries.length > MAX_TOLD ? `${entries.slice(0, MAX_TOLD).join(', ')}, …` : entries.join(', ') || '–'

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
