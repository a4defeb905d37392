import type { CallPhase } from '#contract/api/live-calls.ts'
import type { AttemptRecord } from '#contract/receipt.ts'
import type { ScannedBody } from '../../../formats/body/scan-fields.ts'
import type { ChatRequest } from '../../../formats/dialects/conversation.ts'
import type { StartedCall } from '../../../money/accounting/started-calls.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { Admission } from '../../limits/admission.ts'
import { type CallBudgets, NO_BUDGETS } from '../../limits/budget-windows.ts'
import type { LiveAnswer } from '../../live-calls/live-calls.ts'
import type { CallWithBody } from '../../upstream/converted-call.ts'
import type { Call } from './call.ts'

/** A call in progress: what changes from its first attempt to the end of its answer. */
export interface Progress extends StartedCall, CallWithBody {
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
  /** What it has taken of limits: its own, and those of the channel that serves it. */
  readonly admissions: Admission[]
  /**
   * Why another key of the same channel may serve the call: the last attempt failed because of its key, or a limit of
   * the key was reached before anything was sent; false = neither.
   */
  wantsOtherKey: false | 'failed' | 'full'
  /** Its vendor has refused, in the middle of the answer, what the caller sent: the channel is well. */
  isRefused: boolean
  /** One of its keys was stopped: a call stops no second key. */
  hasStoppedKey: boolean
  /** The budgets that it is charged to. */
  budgets: CallBudgets
  /** What it does now. */
  phase: CallPhase
  /** Set once a stream is delivered: it ends the call in the registry of running calls. */
  answer: LiveAnswer | undefined
  /** An administrator has stopped it: it goes on to no other channel. */
  isStopped: boolean
  /** Called once it has its permits and is about to be sent. */
  onEntered: (() => void) | undefined
  /** Ends what it waits for, where that can be ended. */
  interrupt: (() => void) | undefined
}

/** The body of a call that has none, or no longer. */
export const NO_BODY: ScannedBody = { bytes: Buffer.alloc(0), fields: { spans: new Map(), repeated: [], open: 0 } }

/** Creates the progress of a call that has not been sent. `attempts`: those of its session, if it is a part of one. */
export function createProgress(call: Call, body: ScannedBody, attempts: AttemptRecord[] = []): Progress {
  return {
    id: call.id,
    call,
    index: undefined,
    body,
    conversation: undefined,
    attempts,
    order: undefined,
    admissions: [],
    wantsOtherKey: false,
    isRefused: false,
    hasStoppedKey: false,
    budgets: NO_BUDGETS,
    phase: 'lease',
    answer: undefined,
    isStopped: false,
    onEntered: undefined,
    interrupt: undefined,
  }
}

/** Throws the error of a call that an administrator has stopped. */
export function throwIfStopped({ isStopped }: Progress): void {
  if (isStopped) throw new ApiError('call_stopped')
}

/** Releases the memory of the request, once no other channel can be tried. */
export function dropRequest(progress: Progress): void {
  progress.call.input.dropBody()
  progress.body = NO_BODY
  progress.conversation = undefined
}
