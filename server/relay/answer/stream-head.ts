import { shapeOf } from '../../body/body-shape.ts'
import { EventBuffer, eachEvent } from '../../body/event-buffer.ts'
import { upstreamDialects } from '../../dialects/all.ts'
import type { UpstreamDialect } from '../../dialects/dialect.ts'
import { statusOfError } from '../../dialects/openai-errors.ts'
import { errorOfEvent, isDone, isWhole } from '../../dialects/openai-stream.ts'
import { dataOf, hasData } from '../../dialects/sse.ts'
import type { UpstreamAnswer } from '../../http1/client/answer.ts'
import { local, type UpstreamFailure } from '../../upstream/upstream-failure.ts'
import type { Call } from '../request/call.ts'
import { limitsOf } from '../routing/time-limits.ts'
import type { Upstream } from '../upstream/attempt.ts'

/** How long an upstream may keep the decision for another channel open; then the caller gets its headers. */
const COMMIT_MS = 2000
/** More than this is handed over undecided. */
const MOST_BYTES = 64 * 1024

/** How a stream begins that may be handed over: what has come, and the read that was open at that moment. */
export interface StreamHead {
  bytes: Buffer | undefined
  pending: Promise<Buffer | undefined> | undefined
}

/** The answer is no stream, whatever its content type says: it begins as JSON does. */
export interface NoStream {
  json: UpstreamAnswer
}

/**
 * Reads a stream until its first event with data is whole: comments and openings are no reason to stay with a channel. Answers why
 * another channel should be tried if that event is an error or never comes.
 */
export async function readHead(
  call: Call,
  upstream: Upstream,
): Promise<StreamHead | NoStream | { failure: UpstreamFailure }> {
  const { answer, exchange } = upstream
  const limit = new Limit(upstream)
  const events = new EventBuffer()
  const parts: Buffer[] = []
  let length = 0
  const hangUp = () => exchange.cancel('the caller hung up')
  call.signal.addEventListener('abort', hangUp)
  if (call.signal.aborted) hangUp()
  try {
    for (;;) {
      const read = answer.read()
      const pending = read instanceof Promise ? read : undefined
      const part = read instanceof Promise ? await Promise.race([read, limit.over()]) : read
      if (part === 'commit') return { bytes: joined(parts), pending }
      if (part === 'late') return length === 0 ? late(upstream) : { bytes: joined(parts), pending }
      if (part && shapeOf(part) === 'json' && isBlank(parts))
        return { json: restored(joined([...parts, part]), answer) }
      const first = part ? firstTelling(events.push(part), upstream) : wholeRest(events.takeRest())
      const refusal = first && refusalIn(first, upstream)
      if (refusal) {
        exchange.cancel('the stream begins with an error')
        return { failure: { kind: 'answered', ...refusal } }
      }
      if (first ? isDone(first) : !part) return { failure: local('malformed', 'the stream is empty') }
      if (part) {
        parts.push(part)
        length += part.length
      }
      if (first || length > MOST_BYTES) return { bytes: joined(parts), pending: undefined }
    }
  } catch (error) {
    return { failure: local('unreachable', `the stream broke off: ${error}`) }
  } finally {
    limit.clear()
    call.signal.removeEventListener('abort', hangUp)
  }
}

/** The error that the first event is, with the status that it should have had. */
function refusalIn(
  event: Buffer,
  { reader, mayRetry }: Upstream,
): Pick<UpstreamFailure, 'status' | 'error'> | undefined {
  const error = errorOfEvent(event)
  if (error) return { status: statusOfError(error), error }
  const refused = reader?.refusal?.(event, mayRetry)
  return refused && { status: refused.status, error: refused.error }
}

/** The first event that carries data of an answer: comments, other fields and mere openings say nothing about it. */
function firstTelling(events: Buffer | undefined, { format }: Upstream): Buffer | undefined {
  let first: Buffer | undefined
  const dialect: UpstreamDialect = upstreamDialects[format]
  const isOpening = (event: Buffer) => !isDone(event) && dialect.isOpening?.(dataOf(event) ?? '') === true
  if (events) {
    eachEvent(events, (event) => {
      if (!first && hasData(event) && !isOpening(event)) first = event
    })
  }
  return first
}

/** Whether nothing but blanks has come so far. */
const isBlank = (parts: Buffer[]) => parts.every((part) => shapeOf(part) === undefined)

/** An answer of which the first bytes were read, as if nothing had been. Only as a whole. */
function restored(first: Buffer | undefined, answer: UpstreamAnswer): UpstreamAnswer {
  const all = (rest: Buffer) => (first ? Buffer.concat([first, rest]) : rest)
  return {
    status: answer.status,
    header: (name) => answer.header(name),
    read: () => answer.read(),
    each: (take) => answer.each(take),
    bytes(keep) {
      const rest = answer.bytes(keep)
      return rest instanceof Promise ? rest.then(all) : all(rest)
    },
  }
}

function joined(parts: Buffer[]): Buffer | undefined {
  return parts.length > 1 ? Buffer.concat(parts) : parts[0]
}

function wholeRest(rest: Buffer | undefined): Buffer | undefined {
  return rest && isWhole(rest) ? rest : undefined
}

function late({ exchange }: Upstream): { failure: UpstreamFailure } {
  exchange.cancel('the stream did not begin in time')
  return { failure: local('timeout', 'the stream did not begin in time') }
}

type Reached = 'commit' | 'late'

/** Until when a stream is waited for; a timer only for those that are. */
class Limit {
  #over: Promise<Reached> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly upstream: Upstream) {}

  /** Resolves when the caller must get headers, or when the channel's limit of the first byte is reached before. */
  over(): Promise<Reached> {
    this.#over ??= new Promise((resolve) => {
      const { startedAt, channel } = this.upstream
      const left = startedAt + limitsOf(channel).firstByte - Date.now()
      this.#timer = setTimeout(resolve, Math.min(COMMIT_MS, left), left <= COMMIT_MS ? 'late' : 'commit')
    })
    return this.#over
  }

  clear(): void {
    clearTimeout(this.#timer)
  }
}
