import { explainRouting, replayRouting } from '#contract/api/routing.ts'
import { DEFAULT_GROUP, groupsOfAuto, isAutoGroup } from '#contract/groups.ts'
import type { Limits } from '#contract/limits.ts'
import { FORMAT_PATHS, type ModelFormat } from '#contract/models.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { AppliedLimits } from '../../calls/limits/applied-limits.ts'
import { readTokenById, type UserFacts } from '../../calls/registry/callers.ts'
import { type Caller, checkToken, checkUser, groupsOf } from '../../calls/relay/admit/admit.ts'
import type { RelayDeps } from '../../calls/relay/deps/deps.ts'
import { routingName } from '../../calls/relay/read/read-call.ts'
import { possibleRoutes } from '../../calls/relay/route/routes-of-call.ts'
import { REALTIME, type RelayEndpoint, relayEndpoint } from '../../formats/endpoints/endpoints.ts'
import type { Channel } from '../../formats/providers/channel.ts'
import type { Routes } from '../../people/sessions/bind.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { assumeDown } from './assume-down.ts'
import { explainRoutes as explain, type StoredFacts } from './explain.ts'
import { readMeasured, readPastCalls } from './past-calls.ts'
import { replay } from './replay.ts'

/** How calls would be routed now, for administrators. */
export function explainRoutes(relay: RelayDeps): (routes: Routes) => void {
  return (routes) => {
    routes.guarded(explainRouting, async ({ query, actor, context }) => {
      const down = new Set(query.down)
      const { services } = relay
      const deps = { ...relay, services: { ...services, channels: assumeDown(services.channels, down) } }
      const caller = await callerOf(query.token_id, query.group, actor, deps)
      const asked = {
        caller: { ...caller, pinnedChannel: undefined, language: context.var.language },
        model: query.model,
        endpoint: endpointOf(query.format, query.model),
        conversation: query.conversation || undefined,
        inputTokens: query.input_tokens,
        maxTokens: query.max_tokens,
        down,
      }
      const groups = groupsOrError(caller, query.token_id === undefined ? query.group : undefined, deps)
      const limits = await limitsOf({ ...caller, model: query.model }, deps)
      const tries = services.options.values.RetryTimes + 1
      if (groups instanceof ApiError)
        return { error: groups.text(context.var.language), routes: [], tries, waits: 0, limits }
      const stored = await readStored(query.model, groups, deps)
      return { error: '', ...(await explain({ ...asked, groups }, stored, deps)), tries, limits }
    })
    routes.guarded(replayRouting, async ({ body }) => {
      const { reads } = relay.services.store
      const since = nowInSeconds() - body.hours * HOUR
      const [calls, measured] = await Promise.all([readPastCalls(reads, since), readMeasured(reads, since)])
      return replay(calls, body, measured, relay)
    })
  }
}

const HOUR = 3600

/** Returns the caller that a question names: a token's, or one without a token in a group. */
async function callerOf(
  token: number | undefined,
  group: string | undefined,
  actor: UserFacts,
  { services }: RelayDeps,
): Promise<Pick<Caller, 'user' | 'token'>> {
  if (token === undefined) return { user: { ...actor, group: group || DEFAULT_GROUP, limits: undefined }, token }
  const found = await readTokenById(services.store.db, token)
  const user = found && (await services.callers.userById(found.userId))
  if (!found || !user) throw new ApiError('record_not_found')
  return { user, token: found }
}

function groupsOrError({ user, token }: Pick<Caller, 'user' | 'token'>, asked: string | undefined, deps: RelayDeps) {
  const { values } = deps.services.options
  try {
    if (token) checkToken(token, '', { markToken() {} })
    if (token) checkUser(user)
    if (asked && isAutoGroup(asked, values)) {
      const [first, ...others] = groupsOfAuto(DEFAULT_GROUP, values)
      if (first !== undefined) return [first, ...others] as [string, ...string[]]
    }
    return groupsOf(user, token, values)
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

const endpointOf = (format: ModelFormat, model: string): RelayEndpoint =>
  (format === 'realtime' ? undefined : relayEndpoint(FORMAT_PATHS[format].replace('{model}', model))) ?? REALTIME

async function limitsOf(call: Pick<Caller, 'user' | 'token'> & { model: string }, { services }: RelayDeps) {
  const applied = services.callLimits.find(call)
  const uses = await services.callLimits.readUse(applied)
  return applied.map(({ scope, subject }, index) => ({ scope, subject, limits_now: uses[index] ?? {} }))
}

/** Reads what memory does not have of the channels of all routes. */
async function readStored(model: string, groups: readonly string[], { services }: RelayDeps): Promise<StoredFacts> {
  const { channels, callLimits, options, store } = services
  const names = new Set(
    possibleRoutes(model, groups, options.values.ModelFallbacks).map((route) => routingName(route.model)),
  )
  const having = [...channels.all()].filter((channel) => channel.models.some((name) => names.has(name)))
  const limited = having.filter((channel): channel is Channel & { limits: Limits } => channel.limits !== undefined)
  const applied = limited.map(({ id, limits }): AppliedLimits => ({ scope: 'channel', subject: String(id), limits }))
  const uses = await callLimits.readUse(applied)
  const off = having.filter(({ status }) => status === CHANNEL_STATUS.autoDisabled).map(({ id }) => id)
  const rows =
    off.length === 0
      ? []
      : await store.db.selectFrom('channels').select(['id', 'other_info']).where('id', 'in', off).execute()
  return {
    reasons: new Map(rows.map(({ id, other_info }) => [id, reasonIn(other_info)])),
    limits: new Map(limited.map(({ id }, index) => [id, uses[index] ?? {}])),
  }
}

function reasonIn(otherInfo: string): string {
  try {
    const { status_reason } = JSON.parse(otherInfo) as { status_reason?: unknown }
    return typeof status_reason === 'string' ? status_reason : ''
  } catch {
    return ''
  }
}
