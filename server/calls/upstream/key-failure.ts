import { consequences } from './meanings.ts'
import type { UpstreamFailure, Verdict } from './upstream-failure.ts'

/** What follows from a failed attempt for the key that was sent, where its channel has a pool of keys. */
export type KeyConsequence =
  /** Its account is refused or has no money: it is used again once a test succeeds, the first at a time in milliseconds. */
  | { kind: 'stop'; reason: string; until: number | undefined }
  /** It is used again at a time in milliseconds since the epoch. `said`: the upstream has said when. */
  | { kind: 'cool'; until: number; said: boolean }
  /** It rests as above, and a test decides at once whether it is stopped. */
  | { kind: 'suspect'; until: number; said: false }
  /** It does not have the model, for which it rests until a time. */
  | { kind: 'rest_model'; until: number }
  /** Another key may serve the call; this one is well. */
  | { kind: 'elsewhere' }

/** What is known of the key and of its call. */
interface KeyHistory {
  /** Cool-downs since its last success. */
  coolings: number
  /** Whether the key may be stopped. */
  mayStop: boolean
  /** The call has stopped another key: it stops no second one. */
  hasStopped: boolean
  /** Milliseconds since the epoch. */
  now: number
}

const SECOND = 1000
/** A key that does not say when it may be used again rests so long, then twice as long, and so on. */
const FIRST_REST_MS = SECOND
const FIRST_REST_OF_REFUSED_MS = 30 * SECOND
const LONGEST_REST_MS = 300 * SECOND
const LONGEST_REST_OF_REFUSED_MS = 3600 * SECOND
/** A later time that an upstream names is not believed: the key is tried again. */
const LONGEST_SAID_MS = 3600 * SECOND
const REST_OF_MODEL_MS = 600 * SECOND
/** An account whose time is further away is tested earlier: somebody may have paid. */
const LONGEST_STOP_MS = 24 * 3600 * SECOND

/** Statuses of errors about keys and accounts. Under others the words may be the caller's, or another server's. */
const OF_KEYS = new Set([401, 402, 403, 412, 429])

/** Whether an error leaves no doubt that it is about the key or its account. Otherwise a test decides. */
export const isCertain = ({ status }: Pick<UpstreamFailure, 'status'>, { by }: Pick<Verdict, 'by'>): boolean =>
  by === 'name' || (by === 'words' && OF_KEYS.has(status))

/** Returns what follows for the key; undefined = the failure does not concern it. */
export function keyConsequence(
  failure: UpstreamFailure,
  verdict: Verdict,
  { coolings, mayStop, hasStopped, now }: KeyHistory,
): KeyConsequence | undefined {
  const { waitMs, status, error } = failure
  const { meaning, retry, disable } = verdict
  const { key, otherKey } = consequences[meaning]
  if (!retry || !otherKey) return undefined
  if (key === 'nothing') return { kind: 'elsewhere' }
  if (key === 'rest_model')
    return { kind: 'rest_model', until: now + within(waitMs ?? REST_OF_MODEL_MS, LONGEST_SAID_MS) }
  if (key === 'rest') {
    if (waitMs !== undefined) return { kind: 'cool', until: now + within(waitMs, LONGEST_SAID_MS), said: true }
    return { kind: 'cool', until: now + doubled(FIRST_REST_MS, coolings, LONGEST_REST_MS), said: false }
  }
  const until = now + doubled(FIRST_REST_OF_REFUSED_MS, coolings, LONGEST_REST_OF_REFUSED_MS)
  if (!mayStop) return { kind: 'cool', until, said: false }
  if (hasStopped || !isCertain(failure, verdict)) return { kind: 'suspect', until, said: false }
  const reason = disable ?? `status ${status}: ${error.message}`
  return { kind: 'stop', reason, until: waitMs === undefined ? undefined : now + within(waitMs, LONGEST_STOP_MS) }
}

/** Rests end on whole seconds. */
const within = (ms: number, longest: number) =>
  Math.max(FIRST_REST_MS, Math.min(Math.ceil(ms / SECOND) * SECOND, longest))
const doubled = (first: number, times: number, longest: number) => Math.min(longest, first * 2 ** Math.min(times, 20))
