import type { ErrorCode } from '#contract/errors.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { DisconnectSignal } from '../../../wire/http1/shared/request.ts'
import type { Caller } from '../admit/admit.ts'
import type { RelayDeps } from '../deps/deps.ts'
import type { Serve, WaitingCall } from '../deps/waiting-room.ts'
import { routingName } from '../read/read-call.ts'
import type { Route } from '../route/routes-of-call.ts'

/** Refusals that end by themselves. */
const FULL = new Set<ErrorCode>([
  'call_rate_exceeded',
  'token_rate_exceeded',
  'parallel_calls_exceeded',
  'channels_at_limit',
])

const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && FULL.has(error.code)

/**
 * Serves a call, or lets it wait where its group or a channel says so and a limit is full. Calls that wait already go
 * before. Rejects with the refusal at once where nothing is said, or the limit stays full for longer than calls wait.
 */
export function serveOrWait<T>(
  [route]: readonly [Route, ...Route[]],
  caller: Pick<Caller, 'user' | 'token'>,
  disconnect: DisconnectSignal,
  serve: Serve<T>,
  deps: Pick<RelayDeps, 'services' | 'waiting'>,
): Promise<T> {
  const place = `${route.group} ${route.model}`
  const startedAt = Date.now()
  const call = { place, caller, disconnect, serve, startedAt }
  if (deps.waiting.busy.has(place)) {
    const refusal = new ApiError('channels_at_limit', { model: route.model, wait: { zh: '', en: '' } })
    return waitForTurn(route, { ...call, refusal }, deps)
  }
  return serve().catch((refusal: unknown) => {
    if (!isRefusal(refusal) || disconnect.aborted) throw refusal
    return waitForTurn(route, { ...call, refusal }, deps)
  })
}

interface RefusedCall<T> extends Pick<WaitingCall<T>, 'place' | 'disconnect' | 'serve' | 'refusal'> {
  caller: Pick<Caller, 'user' | 'token'>
  /** Milliseconds since the epoch. */
  startedAt: number
}

async function waitForTurn<T>(
  route: Route,
  { caller: { user, token }, startedAt, ...call }: RefusedCall<T>,
  deps: Pick<RelayDeps, 'services' | 'waiting'>,
): Promise<T> {
  const until = startedAt + waitSeconds(route, deps.services) * 1000
  const mayEndInTime = (error: unknown) =>
    isRefusal(error) && Date.now() + ((error.retryAfter ?? 1) - 1) * 1000 < until && Date.now() < until
  if (!mayEndInTime(call.refusal)) throw call.refusal
  const caller = token ? `token ${token.id}` : `user ${user.id}`
  return deps.waiting.wait({ ...call, caller, until, isRefusal: mayEndInTime })
}

/** For how many seconds a call that was refused waits for a permit; 0 = it does not. */
export function secondsToWait(route: Route, refusal: unknown, { services }: Pick<RelayDeps, 'services'>): number {
  const seconds = waitSeconds(route, services)
  return isRefusal(refusal) && (refusal.retryAfter ?? 1) - 1 < seconds ? seconds : 0
}

/** How long calls of a route wait: as its group says, or the channel that lets them wait longest. */
function waitSeconds({ group, model }: Route, services: RelayDeps['services']): number {
  const { GroupWaitSeconds } = services.options.values
  const ofGroup = Object.hasOwn(GroupWaitSeconds, group) ? (GroupWaitSeconds[group] ?? 0) : 0
  const channels = services.channels.tiers(group, routingName(model)).flat()
  return channels.reduce((most, { settings }) => Math.max(most, settings.wait_seconds ?? 0), ofGroup)
}
