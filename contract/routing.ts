import { commaList } from './comma-list.ts'

/** How the channels of one priority are ordered for a call. */
export const ROUTING_ORDERS = [
  /** At random by weight. */
  'weight',
  /** By the time to the first byte, the shortest first. */
  'latency',
  /** By what the vendor charges, the cheapest first. */
  'cost',
  /** By calls in progress relative to weight, the least busy first. */
  'busy',
] as const
export type RoutingOrder = (typeof ROUTING_ORDERS)[number]

/** The order of groups that have none of their own. */
export const DEFAULT_ROUTING_ORDER: RoutingOrder = 'weight'

/** Models that may stand in for one. */
export const MAX_FALLBACKS = 5

/** Returns the models that serve the calls of a model when no channel of it can, the first choice first. */
export const fallbacksOf = (model: string, fallbacks: Readonly<Record<string, string>>): string[] =>
  Object.hasOwn(fallbacks, model) ? commaList(fallbacks[model] ?? '') : []

/** Returns the first model whose fallbacks are none, too many, or name it; undefined = all are usable. */
export const fallbackProblem = (fallbacks: Readonly<Record<string, string>>): string | undefined =>
  Object.keys(fallbacks).find((model) => {
    const names = fallbacksOf(model, fallbacks)
    return model !== model.trim() || names.length === 0 || names.length > MAX_FALLBACKS || names.includes(model)
  })

/** When a second channel is asked beside the first: when that has not answered by its own 95th percentile. */
export const HEDGING_RULES = ['p95'] as const

/** The longest time that a call waits for a permit. */
export const MAX_WAIT_SECONDS = 60
