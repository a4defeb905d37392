import { REALTIME } from '../../endpoints/endpoints.ts'
import { Failure } from '../../errors/api-error.ts'
import type { HangUp } from '../../http1/shared/request.ts'
import { requireRelaying } from '../../operations/readiness.ts'
import type { Channel } from '../../registry/channels.ts'
import { type Asked, noteUnserved } from '../billing/log-failed-call.ts'
import type { RelayDeps } from '../deps.ts'
import { type Caller, groupOf } from '../entry/admit.ts'
import { countCall } from '../entry/call-rate.ts'
import { checkModel, quoteFor } from '../entry/model-access.ts'
import type { Call } from '../request/call.ts'
import { byQuery } from '../request/endpoint-from-query.ts'
import { checkedModel } from '../request/read-call.ts'
import { candidates } from '../routing/candidates.ts'
import { failed, type RelayFailure } from '../upstream/relay-failure.ts'
import { connect, type Line, type Manner } from './connect.ts'
import { Session } from './session.ts'
import { Turn } from './turn.ts'

/** Somebody who asks for a session. */
export interface Applicant {
  caller: Caller
  /** Finds them again: who was banned meanwhile gets no further response. */
  admit(): Caller | Promise<Caller>
  manner: Manner
  url: URL
  /** The request's id. */
  id: string
  hangUp: HangUp
}

/**
 * A session's beginning: find its price and channels, set money aside, try channels until an upstream agrees. Throws a
 * Failure or a RelayFailure, and then nothing is held.
 */
export async function openSession(applicant: Applicant, deps: RelayDeps): Promise<Session> {
  requireRelaying(deps)
  const { id, caller, url, manner } = applicant
  const asked = {
    id,
    caller,
    model: checkedModel(url.searchParams.get('model')),
    stream: true,
    startedAt: Date.now(),
  }
  let call: Call | undefined
  let first: Turn | undefined
  try {
    await countCall(caller, deps.services)
    const prepared = prepare(asked, applicant, deps)
    call = prepared.call
    first = turnOf(call, 1, deps)
    await first.cover()
    const line = await lineTo(prepared.channels, call, manner, deps)
    return new Session(call, line, maker(call, first, applicant, deps), deps)
  } catch (error) {
    await first?.drop()
    noteUnserved(asked, call, error, deps)
    throw error
  }
}

/** One channel after the other, never one of them twice. */
async function lineTo(channels: readonly Channel[], call: Call, manner: Manner, deps: RelayDeps): Promise<Line> {
  let last: RelayFailure | undefined
  for (const channel of channels) {
    // Disabled since the order was made: takes no further session.
    if (deps.services.channels.byId(channel.id)?.status !== 1) continue
    const tried = await connect(call, channel, manner, deps)
    if (!('failure' in tried)) {
      deps.health.succeeded(channel.id)
      return tried
    }
    last = failed(call, channel, tried.failure, deps)
    if (call.signal.aborted || !last.verdict.retry) break
  }
  throw last ?? new Failure('no_channel', { group: call.group, model: call.model })
}

function prepare(
  { id, caller, model, startedAt }: Asked,
  { url, hangUp }: Applicant,
  deps: RelayDeps,
): { call: Call; channels: readonly Channel[] } {
  const endpoint = byQuery(REALTIME, url.search)
  const group = groupOf(caller.user, caller.token, deps.services.options.values)
  checkModel(caller, model)
  const channels = candidates({ group, model, pinnedChannel: caller.pinnedChannel, endpoint }, deps)
  const call: Call = {
    id,
    place: undefined,
    startedAt,
    endpoint,
    user: caller.user,
    token: caller.token,
    group,
    model,
    quote: quoteFor(model, group, deps),
    stream: true,
    usageWanted: true,
    body: Buffer.alloc(0),
    fields: { spans: new Map(), repeated: [], open: 0 },
    conversation: undefined,
    contentType: '',
    accept: '',
    forwarded: undefined,
    note: '',
    ofPictures: undefined,
    pinnedChannel: caller.pinnedChannel,
    inputTokens: 0,
    maxTokens: undefined,
    answers: 1,
    language: caller.language,
    signal: hangUp,
    attempts: [],
  }
  return { call, channels }
}

/** The `n`th turn of a session: a call of its own. */
const turnOf = (call: Call, n: number, deps: RelayDeps) =>
  new Turn({ ...call, id: `${call.id}-${n}`, place: undefined, startedAt: Date.now() }, deps)

function maker(call: Call, first: Turn, { admit }: Applicant, deps: RelayDeps) {
  let turns = 1
  return {
    first,
    async make(model = call.model) {
      const caller = await admit()
      const group = groupOf(caller.user, caller.token, deps.services.options.values)
      checkModel(caller, call.model)
      // A model that nobody has priced cannot have been chosen for it: then what it did costs like the session's.
      const quote = deps.prices.quote(model, group) ?? quoteFor(call.model, group, deps)
      return turnOf({ ...call, user: caller.user, token: caller.token, group, model, quote }, ++turns, deps)
    },
  }
}
