import { detectShape } from '../../../formats/body/detect-shape.ts'
import { EventBuffer, splitEvents } from '../../../formats/body/event-buffer.ts'
import { upstreamDialects } from '../../../formats/dialects/all.ts'
import type { UpstreamDialect } from '../../../formats/dialects/dialect.ts'
import { errorOfEvent } from '../../../formats/dialects/openai-errors.ts'
import { isCompleteEvent } from '../../../formats/dialects/openai-stream.ts'
import { dataOf, hasData, isDone } from '../../../formats/dialects/sse.ts'
import { andThen } from '../../../platform/async/and-then.ts'
import type { UpstreamAnswer } from '../../../wire/http1/client/upstream-answer.ts'
import { embeddedFailure } from '../../upstream/read-failure.ts'
import { localFailure, type UpstreamFailure } from '../../upstream/upstream-failure.ts'
import type { Call } from '../call/call.ts'
import type { AnsweredAttempt } from './attempt.ts'

/** A stream head larger than this is delivered without a decision. */
const MAX_BYTES = 64 * 1024

/**
 * The beginning of a stream that may be delivered: the bytes that have arrived, and the read that was pending at
 * that moment.
 */
export interface StreamHead {
  bytes: Buffer | undefined
  pending: Promise<Buffer | undefined> | undefined
}

/** The answer is not a stream, whatever its content type is: it begins like JSON. */
export interface NotAStream {
  json: UpstreamAnswer
}

/** A stream that has begun, or what was announced as a stream. */
export type StartedStream = StreamHead | NotAStream

/**
 * Reads a stream until its first event with data is complete: comments and opening events do not commit the call to
 * a channel. After `commitMs` milliseconds the caller gets its headers, and no other channel can be chosen. Returns the
 * failure after which another channel is tried if that event is an error or never arrives.
 */
export async function readStreamHead(
  call: Call,
  attempt: AnsweredAttempt,
  commitMs: number,
): Promise<StartedStream | { failure: UpstreamFailure }> {
  const { answer, exchange } = attempt
  const limit = new HeadTimer(attempt, commitMs)
  const events = new EventBuffer()
  const parts: Buffer[] = []
  let length = 0
  const onDisconnect = () => exchange.cancel('the caller hung up')
  call.signal.addEventListener('abort', onDisconnect)
  if (call.signal.aborted) onDisconnect()
  try {
    for (;;) {
      const read = answer.read()
      const pending = read instanceof Promise ? read : undefined
      const part = read instanceof Promise ? await Promise.race([read, limit.expired()]) : read
      if (part === 'commit') return { bytes: joined(parts), pending }
      if (part === 'late') return length === 0 ? timeoutFailure(attempt) : { bytes: joined(parts), pending }
      if (part && detectShape(part) === 'json' && isOnlyBlank(parts))
        return { json: withFirstBytes(joined([...parts, part]), answer) }
      const first = part ? firstDataEvent(events.push(part), attempt) : completeRest(events.takeRest())
      const refusal = first && errorInEvent(first, attempt)
      if (refusal) {
        exchange.cancel('the stream begins with an error')
        return { failure: refusal }
      }
      if (first ? isDone(first) : !part) return { failure: localFailure('malformed', 'the stream is empty') }
      if (part) {
        parts.push(part)
        length += part.length
      }
      if (first || length > MAX_BYTES) return { bytes: joined(parts), pending: undefined }
    }
  } catch (error) {
    return { failure: localFailure('unreachable', `the stream broke off: ${error}`) }
  } finally {
    limit.clear()
    call.signal.removeEventListener('abort', onDisconnect)
  }
}

/** Returns the failure that the first event contains, with the status that it should have had. */
function errorInEvent(event: Buffer, { channel, reader, mayRetry }: AnsweredAttempt): UpstreamFailure | undefined {
  const error = errorOfEvent(event) ?? reader.refusal?.(event, mayRetry)?.error
  return error && embeddedFailure(error, Date.now(), channel.type)
}

/** Returns the first event that carries data of an answer. Comments, other fields and opening events carry none. */
function firstDataEvent(events: Buffer | undefined, { format }: AnsweredAttempt): Buffer | undefined {
  const { isOpening }: UpstreamDialect = upstreamDialects[format]
  for (const event of events ? splitEvents(events) : []) {
    const isFirst = hasData(event) && (!isOpening || isDone(event) || !isOpening(dataOf(event) ?? ''))
    if (isFirst) return event
  }
  return undefined
}

/** Whether only white space has arrived so far. */
const isOnlyBlank = (parts: Buffer[]) => parts.every((part) => detectShape(part) === undefined)

/**
 * Returns an answer whose first bytes were already read, with those bytes put back. It can only be read as a whole.
 */
function withFirstBytes(first: Buffer | undefined, answer: UpstreamAnswer): UpstreamAnswer {
  const all = (rest: Buffer) => (first ? Buffer.concat([first, rest]) : rest)
  return {
    status: answer.status,
    header: (name) => answer.header(name),
    read: () => answer.read(),
    each: (take) => answer.each(take),
    bytes(keep) {
      return andThen(answer.bytes(keep), all)
    },
  }
}

function joined(parts: Buffer[]): Buffer | undefined {
  return parts.length > 1 ? Buffer.concat(parts) : parts[0]
}

function completeRest(rest: Buffer | undefined): Buffer | undefined {
  return rest && isCompleteEvent(rest) ? rest : undefined
}

function timeoutFailure({ exchange }: AnsweredAttempt): { failure: UpstreamFailure } {
  exchange.cancel('the stream did not begin in time')
  return { failure: localFailure('timeout', 'the stream did not begin in time') }
}

type WaitResult = 'commit' | 'late'

/** Limits the wait for the first event of a stream; starts a timer only when there is a wait. */
class HeadTimer {
  #over: Promise<WaitResult> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly attempt: AnsweredAttempt,
    private readonly commitMs: number,
  ) {}

  /** Resolves when the caller must get its headers, or earlier when the channel's first-byte limit is reached. */
  expired(): Promise<WaitResult> {
    this.#over ??= new Promise((resolve) => {
      const left = this.attempt.firstByteBy() - Date.now()
      this.#timer = setTimeout(resolve, Math.min(this.commitMs, left), left <= this.commitMs ? 'late' : 'commit')
    })
    return this.#over
  }

  clear(): void {
    clearTimeout(this.#timer)
  }
}
