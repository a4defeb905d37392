import type { CallPhase, LiveCall, LiveNode } from '#contract/api/live-calls.ts'

/** What is known of an answer that is being delivered. */
export interface LiveAnswer {
  /** Output tokens delivered so far, not rounded. */
  readonly tokens: number
  /** Milliseconds since the epoch; undefined = nothing has arrived. */
  readonly firstByteAt: number | undefined
  /** Thousandths of a quota unit that it would cost if it ended now. */
  cost(): number
}

/** A call in progress, as it is listed and stopped: the object by which the relay runs it. */
export interface RunningCall {
  readonly id: string
  readonly call: {
    readonly startedAt: number
    readonly user: { readonly id: number; readonly username: string }
    readonly token: { readonly id: number; readonly name: string } | undefined
    readonly group: string
    readonly model: string
    readonly stream: boolean
  }
  readonly attempts: readonly { readonly channel: number }[]
  readonly phase: CallPhase
  /** Set while a stream is delivered. */
  readonly answer: LiveAnswer | undefined
  /** An administrator has stopped it. */
  isStopped: boolean
  /** Ends what the call waits for; undefined = nothing that can be ended. */
  readonly interrupt: (() => void) | undefined
}

/** Which calls are asked for; every part that is set must match. */
export interface LiveFilter {
  /** The id of a user, or the name; "" = any. */
  user: string
  token?: number | undefined
  channel?: number | undefined
  /** "" = any. */
  model: string
}

/** The calls of a node that match, and how many they are: the oldest, where there are too many. */
export interface LiveList {
  node: LiveNode
  calls: LiveCall[]
}

/** The calls that this node runs. */
export interface LiveCalls {
  begin(call: RunningCall): void
  end(call: RunningCall): void
  list(filter: LiveFilter): LiveList
  countByPhase(): Record<CallPhase, number>
  /** Ends the call with this request id. Returns whether it was in progress. */
  stop(id: string): boolean
}

/** Maximum number of calls that a node lists. */
export const MAX_LISTED = 200
const MAX_NAME = 200

/** Creates an empty registry. It costs a call two operations of a set. */
export function createLiveCalls(node: string): LiveCalls {
  const running = new Set<RunningCall>()
  return {
    begin: (call) => void running.add(call),
    end: (call) => void running.delete(call),
    list(filter) {
      const calls: LiveCall[] = []
      let matching = 0
      const now = Date.now()
      // A set keeps the order of arrival.
      for (const call of running) {
        if (!matches(call, filter)) continue
        matching += 1
        if (calls.length < MAX_LISTED) calls.push(present(call, node, now))
      }
      return { node: { id: node, calls: matching }, calls }
    },
    countByPhase() {
      const counts: Record<CallPhase, number> = { lease: 0, sending: 0, first_byte: 0, answering: 0 }
      for (const { phase } of running) counts[phase] += 1
      return counts
    },
    stop(id) {
      for (const call of running) {
        if (call.id !== id) continue
        call.isStopped = true
        call.interrupt?.()
        return true
      }
      return false
    },
  }
}

function matches({ call, attempts }: RunningCall, { user, token, channel, model }: LiveFilter): boolean {
  if (user !== '' && user !== String(call.user.id) && user !== call.user.username) return false
  if (token !== undefined && token !== (call.token?.id ?? 0)) return false
  if (channel !== undefined && channel !== attempts.at(-1)?.channel) return false
  return model === '' || model === call.model
}

function present({ id, call, attempts, phase, answer }: RunningCall, node: string, now: number): LiveCall {
  const { user, token } = call
  const seconds = answer?.firstByteAt === undefined ? 0 : (now - answer.firstByteAt) / 1000
  const tokens = answer?.tokens ?? 0
  return {
    id,
    node,
    user_id: user.id,
    username: user.username.slice(0, MAX_NAME),
    token_id: token?.id ?? 0,
    token_name: token?.name.slice(0, MAX_NAME) ?? '',
    group: call.group.slice(0, MAX_NAME),
    model: call.model.slice(0, MAX_NAME),
    channel_id: attempts.at(-1)?.channel ?? 0,
    attempts: attempts.length,
    stream: call.stream,
    phase,
    age_ms: Math.max(0, now - call.startedAt),
    tokens: Math.ceil(tokens),
    tokens_per_second: seconds > 0 ? Math.round((tokens / seconds) * 10) / 10 : 0,
    quota: answer ? Math.floor(answer.cost() / 1000) : 0,
  }
}

/** Attempts in progress at each channel, on this node. */
export interface InFlight {
  begin(channel: number): void
  end(channel: number): void
  of(channel: number): number
}

/** Creates counters that are all 0. */
export function createInFlight(): InFlight {
  const counts = new Map<number, number>()
  const of = (channel: number) => counts.get(channel) ?? 0
  return {
    begin: (channel) => void counts.set(channel, of(channel) + 1),
    end(channel) {
      const left = of(channel) - 1
      if (left > 0) counts.set(channel, left)
      else counts.delete(channel)
    },
    of,
  }
}
