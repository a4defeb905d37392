import type { CallPhase } from '#contract/api/live-calls.ts'
import type { OptionValues } from '#contract/options.ts'
import type { AttemptRecord } from '#contract/receipt.ts'
import type { ScannedBody } from '../../../formats/body/scan-fields.ts'
import type { ChatRequest } from '../../../formats/dialects/conversation.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import type { StartedCall } from '../../../money/accounting/started-calls.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { LiveAnswer, RunningCall } from '../../live-calls/live-calls.ts'
import type { CallWithBody } from '../../upstream/converted-call.ts'
import type { Call } from './call.ts'

/**
 * What changes while a call goes through the channels of a route. Only the stages `attempt` and `answer` write it; the
 * list of running calls reads it, and stops it.
 */
export interface CallRun extends StartedCall, CallWithBody, RunningCall {
  readonly id: string
  readonly call: Call
  /** Used by the ledger only. */
  index: number | undefined
  /** The caller's bytes; NO_BODY once an answer has started. */
  body: ScannedBody
  /** The parsed body, once it had to be converted for an upstream; dropped together with it. */
  conversation: ChatRequest | undefined
  /** One for each attempt so far. */
  readonly attempts: AttemptRecord[]
  /** The channels of its route in the order in which they are tried; undefined = there is one at most. */
  order: readonly number[] | undefined
  /**
   * Why another key of the same channel may serve the call: the last attempt failed because of its key, or a limit of
   * the key was reached before anything was sent; false = neither.
   */
  wantsOtherKey: false | 'failed' | 'full'
  /** One of its keys was stopped: a call stops no second key. */
  hasStoppedKey: boolean
  /** What it does now. */
  phase: CallPhase
  /** Set once a stream is delivered: it ends the call in the registry of running calls. */
  answer: LiveAnswer | undefined
  /** An administrator has stopped it: it goes on to no other channel. */
  isStopped: boolean
  /** Ends what it waits for, where that can be ended. */
  interrupt: (() => void) | undefined
}

/** The body of a call that has none, or no longer. */
export const NO_BODY: ScannedBody = { bytes: Buffer.alloc(0), fields: { spans: new Map(), repeated: [], open: 0 } }

/** Creates the run of a call that has not been sent. `attempts`: those before, on other routes or of its session. */
export function createRun(
  call: Call,
  body: ScannedBody,
  attempts: AttemptRecord[] = [],
  order?: readonly number[],
): CallRun {
  return {
    id: call.id,
    call,
    index: undefined,
    body,
    conversation: undefined,
    attempts,
    order,
    wantsOtherKey: false,
    hasStoppedKey: false,
    phase: 'lease',
    answer: undefined,
    isStopped: false,
    interrupt: undefined,
  }
}

/** How many channels of a route a call tries at most; those that are full do not count. */
export const maxTries = ({ RetryTimes }: Pick<OptionValues, 'RetryTimes'>): number => RetryTimes + 1

/** Adds the record of a new attempt. Status, time and error are set when they are known. */
export function addAttemptRecord({ attempts }: CallRun, { id, keyId }: Pick<Channel, 'id' | 'keyId'>): AttemptRecord {
  const record: AttemptRecord = { channel: id, status: 0, ms: 0 }
  if (keyId !== undefined) record.key = keyId
  attempts.push(record)
  return record
}

/** Throws the error of a call that an administrator has stopped. */
export function throwIfStopped({ isStopped }: CallRun): void {
  if (isStopped) throw new ApiError('call_stopped')
}

/** Releases the memory of the request, once no other channel can be tried. */
export function dropRequest(run: CallRun): void {
  run.call.input.dropBody()
  run.body = NO_BODY
  run.conversation = undefined
}
