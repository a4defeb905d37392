import type { ExplainedRoute, RouteCandidate, RouteReason } from '#contract/api/routing.ts'
import { serves } from '#contract/channel-types/all.ts'
import type { Language } from '#contract/errors.ts'
import { costOf } from '#contract/prices/price.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import type { CircuitView } from '../../calls/circuits/circuits.ts'
import { checkModelAllowed } from '../../calls/relay/admit/model-access.ts'
import type { RelayDeps } from '../../calls/relay/deps/deps.ts'
import { routingName } from '../../calls/relay/read/read-call.ts'
import { type Rehearsal, type RehearsedCall, rehearse } from '../../calls/relay/rehearsal/rehearse.ts'
import { mayTakeOtherRoute } from '../../calls/relay/route/may-take-other-route.ts'
import { COMPARED_USAGE, costOfCall, orderOf } from '../../calls/relay/route/order-rules.ts'
import { possibleRoutes, type Route, routesOfCall } from '../../calls/relay/route/routes-of-call.ts'
import { secondsToWait } from '../../calls/relay/waiting/serve-or-wait.ts'
import type { Channel } from '../../formats/providers/channel.ts'
import { ApiError } from '../../platform/errors/api-error.ts'

/** A call that nobody makes, and the channels that are assumed to be down. */
export interface AskedCall extends RehearsedCall {
  groups: readonly [string, ...string[]]
  model: string
  down: ReadonlySet<number>
}

/** What is not known in memory: reasons of automatic disabling, and the use of limits, by channel. */
export interface StoredFacts {
  reasons: ReadonlyMap<number, string>
  limits: ReadonlyMap<number, RouteCandidate['limits_now']>
}

/** Draws that the share of first attempts is counted in; the first number of each is another one of as many steps. */
const DRAWS = 500
const MILLI = 1000

/**
 * Explains all routes that a call could take: rehearses the call on each, as far as calls get. `waits`: the seconds for which a
 * call that no route takes waits for a permit.
 */
export async function explainRoutes(
  asked: AskedCall,
  stored: StoredFacts,
  deps: RelayDeps,
): Promise<{ routes: ExplainedRoute[]; waits: number }> {
  const { caller, groups, model } = asked
  const taken = routesOfCall(caller, model, groups, deps)
  const possible = possibleRoutes(model, groups, deps.services.options.values.ModelFallbacks)
  const explained: ExplainedRoute[] = []
  /** The error that ended the call at an earlier route, and the error of the latest route. */
  let [end, last]: unknown[] = []
  for (const route of possible) {
    const isTaken = taken.some((each) => each.group === route.group && each.model === route.model)
    const { error = end, order = () => [] } = await tryRoute(route, asked, deps)
    if (isTaken) last = error
    if (isTaken && error !== undefined && !mayTakeOtherRoute(error)) end ??= error
    explained.push({
      ...route,
      taken: isTaken && error === undefined,
      error: error === undefined ? '' : textOf(error, caller.language),
      price: priceOf(route, asked, deps),
      order: orderOf(route.group, deps),
      candidates: candidatesOf(route, asked, order, stored, deps),
    })
  }
  const isServed = explained.some((route) => route.taken)
  return { routes: explained, waits: isServed ? 0 : secondsToWait(taken[0], last, deps) }
}

/** Rehearses a call on a route; an error is one that the caller would get. */
async function tryRoute(route: Route, asked: AskedCall, deps: RelayDeps): Promise<Partial<Rehearsal>> {
  try {
    checkModelAllowed(asked.caller, route.model)
    return await rehearse(route, asked, deps)
  } catch (error) {
    return { error }
  }
}

function textOf(error: unknown, language: Language): string {
  if (error instanceof ApiError) return error.text(language)
  throw error
}

function priceOf({ group, model }: Route, { caller }: AskedCall, { prices }: RelayDeps): number | null {
  const quote = prices.quote(model, group, caller.user.userRatio)
  return quote ? costOf(quote.rates, COMPARED_USAGE) / MILLI : null
}

function candidatesOf(
  route: Route,
  asked: AskedCall,
  order: Rehearsal['order'],
  stored: StoredFacts,
  deps: RelayDeps,
): RouteCandidate[] {
  const { model } = route
  const placed = order()
  const firsts = Array.from({ length: DRAWS }, (_, n) => order(beginningWith((n + 0.5) / DRAWS))[0])
  const having = [...deps.services.channels.all()].filter(({ models }) => models.includes(routingName(model)))
  return having
    .map((channel): RouteCandidate => {
      const index = placed.indexOf(channel.id)
      return {
        ...describe(channel, model, stored, deps),
        place: index < 0 ? null : index + 1,
        first: percentOf(firsts.filter((id) => id === channel.id).length),
        reasons: reasonsOf(channel, route, asked, index >= 0, stored, deps),
      }
    })
    .sort((a, b) => (a.place ?? Infinity) - (b.place ?? Infinity) || b.priority - a.priority || a.id - b.id)
}

/** Random numbers of which the first is given. */
function beginningWith(first: number): () => number {
  let next: number | undefined = first
  return () => {
    const number = next ?? Math.random()
    next = undefined
    return number
  }
}

/** A share in percent. 0 and 100 are certain. */
const percentOf = (firsts: number): number =>
  firsts === 0 || firsts === DRAWS
    ? (firsts / DRAWS) * 100
    : Math.min(99, Math.max(1, Math.round((firsts / DRAWS) * 100)))

function describe(channel: Channel, model: string, stored: StoredFacts, deps: RelayDeps) {
  const { circuits, inFlight } = deps.services
  const { id, name, type, priority, weight } = channel
  const view = circuits.view(id, model)
  const cost = costOfCall(channel, model, deps)
  return {
    ...{ id, name, type, priority, weight },
    circuit: { ...toCircuit(view), failures: failuresOf(id, model, deps) },
    latency_ms: view.latency === undefined ? null : Math.round(view.latency),
    cost: cost === undefined ? null : cost / MILLI,
    in_flight: inFlight.of(id),
    limits_now: stored.limits.get(id) ?? {},
    keys: keysOf(id, deps),
  }
}

function keysOf(id: number, { services }: RelayDeps): RouteCandidate['keys'] {
  const counts = services.keyPools.of(id)?.counts(Date.now())
  return counts ? { ready: counts.ready, total: counts.total } : null
}

/** Whether a limit of calls or tokens, or a budget of all models, is used up. */
const isFull = ({ budgets = [], ...counts }: RouteCandidate['limits_now']) =>
  [...Object.values(counts), ...budgets.filter(({ models }) => !models)].some((use) => use && use.used >= use.limit)

const toCircuit = ({ state, pauseLeft, failedShare }: CircuitView) => ({
  state,
  pause_ms: Math.round(pauseLeft),
  failed: Math.round(failedShare * 100),
})

const failuresOf = (id: number, model: string, { services }: RelayDeps) =>
  services.circuits
    .samplesOf(id)
    .filter((sample) => sample.model === model)
    .map(({ at, kind, status, message, requestId }) => ({ at, kind, status, message, request_id: requestId }))

/** Reasons that leave a channel in the order of its route. */
const BEHIND = new Set<RouteReason>(['failing'])

/** Returns every reason against a channel, and why it does not come where its priority puts it. */
function reasonsOf(
  channel: Channel,
  { group, model }: Route,
  { endpoint, down }: AskedCall,
  isPlaced: boolean,
  { reasons, limits }: StoredFacts,
  deps: RelayDeps,
): RouteCandidate['reasons'] {
  const { id, status, groups, type, tasks } = channel
  const { services } = deps
  const found: RouteCandidate['reasons'] = []
  const add = (code: RouteReason, detail = '') => found.push({ code, detail })
  if (down.has(id)) add('assumed_down')
  if (status === CHANNEL_STATUS.disabled) add('disabled')
  if (status === CHANNEL_STATUS.autoDisabled) add('auto_disabled', reasons.get(id))
  if (!groups.includes(group)) add('other_group', groups.join(', '))
  if (tasks) add('tasks')
  else if (!serves(type, endpoint.operation)) add('operation', endpoint.upstreamPath)
  if (keysOf(id, deps)?.ready === 0) add('keys')
  if (isFull(limits.get(id) ?? {})) add('full')
  if (!services.circuits.isHealthy(id, model)) add('failing')
  if (!isPlaced && found.every(({ code }) => BEHIND.has(code))) {
    add('tries', String(services.options.values.RetryTimes + 1))
  }
  return found
}
