import { fallbacksOf } from '#contract/routing.ts'
import { type Caller, groupServing } from '../admit/admit.ts'
import { isModelAllowed } from '../admit/model-access.ts'
import type { RelayDeps } from '../deps/deps.ts'
import { routingName } from '../read/read-call.ts'

/** A model in a group: what the channels and the price of a call follow from. */
export interface Route {
  readonly group: string
  readonly model: string
}

type RoutedCaller = Pick<Caller, 'user' | 'token' | 'pinnedChannel'>

/**
 * Returns the routes of a call in the order in which they are tried: the model it asks for in each of its groups, then
 * the models that the option ModelFallbacks names for it. Routes that have no channel or no price, and models that the
 * token may not use, are left out; where nothing is left, the first stays, so that its error is told.
 */
export function routesOfCall(
  caller: RoutedCaller,
  model: string,
  groups: readonly [string, ...string[]],
  { services, prices }: Pick<RelayDeps, 'services' | 'prices'>,
): readonly [Route, ...Route[]] {
  const asked: Route = { group: groups[0], model }
  if (caller.pinnedChannel !== undefined) return [asked]
  const isServed = ({ group, model: name }: Route) =>
    services.channels.tiers(group, routingName(name)).length > 0 &&
    prices.quote(name, group, caller.user.userRatio) !== undefined
  const possible = possibleRoutes(model, groups, services.options.values.ModelFallbacks)
  const [first = asked, ...others] = possible.filter((route) => isModelAllowed(caller, route.model) && isServed(route))
  return [first, ...others]
}

/** Returns all routes that a call could take: the model in each group, then each of its fallbacks. */
export const possibleRoutes = (
  model: string,
  groups: readonly string[],
  fallbacks: Readonly<Record<string, string>>,
): Route[] =>
  [model, ...fallbacksOf(model, fallbacks)].flatMap((name) => groups.map((group) => ({ group, model: name })))

/** Returns the group of a call that has a single one: the first of its caller's groups with a channel for the model. */
export const groupForModel = (
  caller: Pick<Caller, 'user' | 'token'>,
  model: string,
  { services }: Pick<RelayDeps, 'services'>,
): string =>
  groupServing(
    caller,
    services.options.values,
    (group) => services.channels.tiers(group, routingName(model)).length > 0,
  )
