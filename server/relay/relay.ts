import { serves } from '#contract/channel-types.ts'
import { forgetAccessToken, isTokenRefused } from '../channels/access-tokens.ts'
import type { Channel } from '../channels/registry.ts'
import { Failure } from '../http/failure.ts'
import type { Hold } from '../money/hold.ts'
import { type Caller, groupOf } from './admit.ts'
import { randomFrom } from './affinity.ts'
import { attempt, isEventStream, type Upstream } from './attempt.ts'
import { recordStart, voidCall } from './bill.ts'
import type { Call } from './call.ts'
import type { RelayDeps } from './deps.ts'
import type { RelayEndpoint } from './endpoints.ts'
import { isElsewhere, judge, type UpstreamFailure, type Verdict } from './failure.ts'
import type { Incoming } from './incoming.ts'
import { jsonAnswer } from './json-answer.ts'
import { measure } from './measure.ts'
import { bodyOf, readCall, routingName } from './read-call.ts'
import { readForm } from './read-form.ts'
import type { Reply } from './reply.ts'
import { reserve } from './reserve.ts'
import { routeOrder, servingTiers } from './route.ts'
import { sensitiveWordIn } from './sensitive.ts'
import { streamAnswer } from './stream-answer.ts'

/** A failure at every channel that was tried; carries the verdict on the last one. */
export class RelayFailure extends Error {
  constructor(
    readonly verdict: Verdict,
    readonly failure: UpstreamFailure,
  ) {
    super(failure.error.message)
    this.name = 'RelayFailure'
  }
}

/**
 * A call's life: price it, set money aside, try channels until one answers, hand the answer over, bill it.
 * The caller has been admitted. Throws a Failure or a RelayFailure, and then nothing is held or charged.
 */
export async function relay(
  incoming: Incoming,
  endpoint: RelayEndpoint,
  caller: Caller,
  id: string,
  deps: RelayDeps,
): Promise<Reply> {
  if (deps.calls.draining) throw new Failure('shutting_down', {}, undefined, 5)
  if (!deps.accounting.ledger.writable()) throw new Failure('billing_unavailable', {}, undefined, 5)
  const { maxBodyBytes } = deps.services.config
  const received = bodyOf(incoming, maxBodyBytes)
  const body = received instanceof Promise ? await received : received
  const { call, channels } = prepare({ incoming, body, endpoint, caller, id }, deps)
  const reserved = reserve(call, deps.accounting.wallet, deps.withheld.least(call))
  const hold = reserved instanceof Promise ? await reserved : reserved
  try {
    let last: RelayFailure | undefined
    // One channel after the other; before the first byte only, and never one of them twice.
    for (const channel of channels) {
      // Disabled since the order was made: takes no further call.
      if (deps.services.channels.byId(channel.id)?.status !== 1) continue
      if (!last) recordStart(call, deps)
      const tried = await attempt(call, channel, deps)
      let result = 'failure' in tried ? tried : await handOver(call, tried, hold, deps)
      if ('failure' in result && deservesNewToken(call, channel, result.failure)) {
        const again = await attempt(call, channel, deps)
        result = 'failure' in again ? again : await handOver(call, again, hold, deps)
      }
      if (!('failure' in result)) {
        deps.health.succeeded(channel.id)
        return result
      }
      last = failed(call, channel, result.failure, deps)
      if (call.signal.aborted || !last.verdict.retry) break
    }
    throw last ?? new Failure('no_channel', { group: call.group, model: call.model })
  } catch (error) {
    voidCall(call, hold, deps)
    throw error
  }
}

/** Hands an answer over and bills it; or says why another channel should be tried. */
function handOver(call: Call, upstream: Upstream, hold: Hold, deps: RelayDeps) {
  // An upstream that only streams also serves callers who want a whole answer.
  const isStream = isEventStream(upstream.answer) && (call.stream || !upstream.reader?.collects)
  return isStream ? streamAnswer(call, upstream, hold, deps) : jsonAnswer(call, upstream, hold, deps)
}

interface Received {
  incoming: Incoming
  body: Buffer
  endpoint: RelayEndpoint
  caller: Caller
  id: string
}

/** Reads the request, finds its group, the channels that may serve it and its price. */
function prepare(
  { incoming, body, endpoint, caller, id }: Received,
  deps: RelayDeps,
): { call: Call; channels: readonly Channel[] } {
  const { options } = deps.services
  const startedAt = Date.now()
  const facts = endpoint.form
    ? readForm(body, incoming.header('content-type') ?? '', endpoint)
    : readCall(body, endpoint)
  if (sensitiveWordIn(facts, options)) throw new Failure('sensitive_words_detected')
  const group = playgroundGroup(facts.group, caller, deps) ?? groupOf(caller.user, caller.token, options.values)
  // Whoever may pin a channel may use whatever it offers.
  if (caller.pinnedChannel === undefined && caller.token?.models && !caller.token.models.has(facts.model)) {
    throw new Failure('model_not_allowed', { model: facts.model })
  }
  const wanted = { group, model: facts.model, pinnedChannel: caller.pinnedChannel, endpoint }
  const channels = candidates(wanted, facts.conversationKey, deps)
  const listed = deps.prices.quote(facts.model, group)
  if (!listed) throw new Failure('model_unpriced', { model: facts.model })
  const { quote, inputTokens, note } = measure(facts, endpoint, listed)
  const call: Call = {
    id,
    place: undefined,
    startedAt,
    endpoint: withApiVersion(endpoint, incoming.url),
    user: caller.user,
    token: caller.token,
    group,
    model: facts.model,
    quote,
    stream: facts.stream && endpoint.hasOutput,
    usageWanted: facts.usageWanted,
    body: facts.body,
    fields: facts.fields,
    conversation: undefined,
    contentType: incoming.header('content-type') ?? 'application/json',
    accept: incoming.header('accept') ?? (facts.stream ? 'text/event-stream' : 'application/json'),
    forwarded: endpoint.forwards && forwardedHeaders(incoming, endpoint.forwards),
    note,
    pinnedChannel: caller.pinnedChannel,
    inputTokens,
    maxTokens: facts.maxTokens,
    language: caller.language,
    signal: incoming.hangUp,
    attempts: [],
  }
  return { call, channels }
}

function forwardedHeaders(incoming: Incoming, names: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const name of names) {
    const value = incoming.header(name)
    if (value) headers[name] = value
  }
  return headers
}

function playgroundGroup(wanted: string | undefined, { user }: Caller, { services }: RelayDeps): string | undefined {
  if (!wanted) return undefined
  const { UserUsableGroups, GroupRatio } = services.options.values
  const usable = wanted === user.group || Object.hasOwn(UserUsableGroups, wanted)
  if (!usable || !Object.hasOwn(GroupRatio, wanted)) throw new Failure('group_not_allowed')
  return wanted
}

const API_VERSION = 'api-version='

/** A caller may name the version of Azure's interface, which goes before the channel's. */
function withApiVersion(endpoint: RelayEndpoint, url: string): RelayEndpoint {
  const at = url.indexOf(API_VERSION)
  const apiVersion = at < 0 ? '' : (/^[\w.-]+/.exec(url.slice(at + API_VERSION.length))?.[0] ?? '')
  return apiVersion ? { ...endpoint, apiVersion } : endpoint
}

type Wanted = Pick<Call, 'group' | 'model' | 'pinnedChannel' | 'endpoint'>

/** The channels that may serve the call, in the order in which they are tried: the same for one conversation. */
function candidates(
  call: Wanted,
  conversation: string | undefined,
  { services, health }: RelayDeps,
): readonly Channel[] {
  const { channels, options } = services
  if (call.pinnedChannel !== undefined) {
    const channel = channels.byId(call.pinnedChannel)
    if (!channel || channel.tasks) throw new Failure('pinned_channel_invalid')
    if (channel.status !== 1) throw new Failure('pinned_channel_disabled')
    if (!serves(channel.type, call.endpoint.operation)) throw unserved(call)
    return [channel]
  }
  const offered = channels.tiers(call.group, routingName(call.model))
  if (offered.length === 0) throw new Failure('no_channel', { group: call.group, model: call.model })
  const tiers = servingTiers(offered, call.endpoint.operation)
  if (tiers.length === 0) throw unserved(call)
  const order = routeOrder(tiers, health, conversation === undefined ? Math.random : randomFrom(conversation))
  const most = options.values.RetryTimes + 1
  return order.length > most ? order.slice(0, most) : order
}

function unserved({ model, endpoint }: Wanted): Failure {
  return new Failure('operation_unsupported', { model, path: endpoint.upstreamPath })
}

/** Whether it was the short-lived token that was refused, which its vendor may have ended early: the next may do. */
function deservesNewToken(call: Call, channel: Channel, failure: UpstreamFailure): boolean {
  const isRefused = isTokenRefused(failure) && !call.signal.aborted && forgetAccessToken(channel)
  if (isRefused) noteError(call, failure)
  return isRefused
}

function noteError(call: Call, { error }: UpstreamFailure): void {
  const record = call.attempts.at(-1)
  if (record) record.error = error.message.slice(0, 300)
}

/** Takes note of a failed attempt: for the retry path, the channel's health, and its credential. */
function failed(call: Call, channel: Channel, failure: UpstreamFailure, deps: RelayDeps): RelayFailure {
  noteError(call, failure)
  const verdict = judge(failure, channel)
  if (!call.signal.aborted) {
    if (verdict.retry && failure.kind !== 'unfit' && !isElsewhere(failure)) deps.health.failed(channel.id)
    const { AutomaticDisableChannelEnabled } = deps.services.options.values
    if (verdict.disable && channel.autoBan && AutomaticDisableChannelEnabled) {
      deps.disableChannel(channel.id, verdict.disable)
    }
  }
  return new RelayFailure(verdict, failure)
}
