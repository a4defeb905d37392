import { failureKind } from './failure-kind.ts'
import { retryAfterMs } from './retry-after.ts'
import { refersElsewhere, type UpstreamFailure, type Verdict } from './upstream-failure.ts'

/** What follows from a failed attempt for the key that was sent, where its channel has a pool of keys. */
export type KeyConsequence =
  /** The key is refused, or its account has no quota left: it is used again once a test succeeds. */
  | { kind: 'stop'; reason: string }
  /** It is used again at a time in milliseconds since the epoch. `said`: the upstream has said when. */
  | { kind: 'cool'; until: number; said: boolean }
  /** The call refers to what another key's account stores: the key is well. */
  | { kind: 'elsewhere' }

/** What is known of the key. */
interface KeyHistory {
  /** Cool-downs since its last success. */
  coolings: number
  /** Whether the key may be stopped. */
  mayStop: boolean
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

/** Returns what follows for the key; undefined = the failure does not concern it. */
export function keyConsequence(
  failure: UpstreamFailure,
  verdict: Verdict,
  { coolings, mayStop, now }: KeyHistory,
): KeyConsequence | undefined {
  if (refersElsewhere(failure)) return { kind: 'elsewhere' }
  const kind = verdict.retry ? failureKind(failure, verdict) : undefined
  if (kind === 'rate') {
    const said = retryAfterMs(failure.retryAfter, now)
    if (said !== undefined)
      return { kind: 'cool', until: now + Math.max(FIRST_REST_MS, Math.min(said, LONGEST_SAID_MS)), said: true }
    return { kind: 'cool', until: now + doubled(FIRST_REST_MS, coolings, LONGEST_REST_MS), said: false }
  }
  if (kind !== 'key' && kind !== 'quota') return undefined
  if (!mayStop) {
    const rest = doubled(FIRST_REST_OF_REFUSED_MS, coolings, LONGEST_REST_OF_REFUSED_MS)
    return { kind: 'cool', until: now + rest, said: false }
  }
  return { kind: 'stop', reason: verdict.disable ?? `status ${failure.status}: ${failure.error.message}` }
}

const doubled = (first: number, times: number, longest: number) => Math.min(longest, first * 2 ** Math.min(times, 20))
