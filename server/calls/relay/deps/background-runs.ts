import { isRecord } from '#contract/is-record.ts'
import { EventBuffer, splitEvents } from '../../../formats/body/event-buffer.ts'
import type { JsonObject } from '../../../formats/dialects/conversation.ts'
import { numberOf, parseObject, textOf } from '../../../formats/dialects/json.ts'
import { dataOf } from '../../../formats/dialects/sse.ts'
import type { Sink, StreamBody } from '../../../wire/http1/shared/response.ts'

/** How long the events of a response that has ended can still be read. */
const KEPT_MS = 300_000
/** Of a longer stream the oldest events are forgotten. */
const MAX_BYTES = 1024 * 1024
/** Of all responses that have ended together. */
const MAX_ENDED_BYTES = 64 * 1024 * 1024
/** What is known of an answer when its stream ends without one. */
const BROKEN = { code: 'server_error', message: 'the stream broke off' }

interface KeptEvent {
  sequence: number
  bytes: Buffer
}

/**
 * The events of a response in the background: takes them as a caller would, and gives them to whoever reads along. The
 * response gets the id and the fields of this server.
 */
export class EventLog implements Sink {
  readonly #buffer = new EventBuffer()
  readonly #events: KeptEvent[] = []
  readonly #readers = new Set<() => void>()
  readonly #over = Promise.withResolvers<void>()
  #bytes = 0
  #isOver = false
  #response: JsonObject | undefined
  #error: JsonObject | undefined

  /** `own`: fields that replace those of the upstream. */
  constructor(private readonly own: JsonObject) {}

  /** Resolves when the stream has ended. */
  get over(): Promise<void> {
    return this.#over.promise
  }

  /** Bytes of the events that are kept. */
  get bytes(): number {
    return this.#bytes
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** The response as it ended: also one that broke off, or was stopped. */
  get final(): JsonObject {
    const { status } = this.#response ?? {}
    if (status === 'completed' || status === 'incomplete') return { ...this.#response }
    const error = isRecord(this.#response?.error) ? this.#response.error : (this.#error ?? BROKEN)
    const isStopped = error.code === 'call_stopped'
    return {
      ...this.#response,
      ...this.own,
      status: isStopped ? 'cancelled' : 'failed',
      error: isStopped ? null : error,
    }
  }

  write(bytes: Uint8Array | string): undefined {
    // Copied, because the buffer of a socket is used again.
    const events = this.#buffer.push(Buffer.from(bytes as Uint8Array))
    for (const event of events ? splitEvents(events) : []) this.#take(event)
    this.#wake()
  }

  end(last?: Uint8Array): void {
    if (last) this.write(last)
    const rest = this.#buffer.takeRest()
    if (rest) this.#take(rest)
    this.#isOver = true
    this.#over.resolve()
    this.#wake()
  }

  /** The events after one with this number, and those that still come. */
  readAfter(sequence: number): StreamBody {
    let isGone = false
    let wake = () => {}
    const run = async (sink: Sink): Promise<void> => {
      let after = sequence
      for (;;) {
        const changed = new Promise<void>((resolve) => {
          wake = resolve
        })
        this.#readers.add(wake)
        for (const event of this.#events.filter((one) => one.sequence > after)) {
          if (isGone) break
          after = event.sequence
          await sink.write(event.bytes)
        }
        if (!this.#isOver && !isGone && !this.#events.some((one) => one.sequence > after)) await changed
        this.#readers.delete(wake)
        if (isGone || (this.#isOver && !this.#events.some((one) => one.sequence > after))) return sink.end()
      }
    }
    return {
      run,
      disconnect() {
        isGone = true
        wake()
      },
    }
  }

  #wake(): void {
    for (const reader of this.#readers) reader()
  }

  #take(event: Buffer): void {
    const data = parseObject(dataOf(event) ?? '')
    if (!data) return
    const { type, response } = data
    if (isRecord(response)) this.#response = { ...response, ...this.own }
    if (type === 'error') this.#error = { code: textOf(data.code) || BROKEN.code, message: textOf(data.message) }
    const told = isRecord(response) ? { ...data, response: this.#response } : data
    const bytes = Buffer.from(`event: ${textOf(type)}\ndata: ${JSON.stringify(told)}\n\n`)
    const sequence = numberOf(data.sequence_number) ?? (this.#events.at(-1)?.sequence ?? -1) + 1
    this.#events.push({ sequence, bytes })
    this.#bytes += bytes.length
    while (this.#bytes > MAX_BYTES && this.#events.length > 1) this.#bytes -= this.#events.shift()?.bytes.length ?? 0
  }
}

/** The responses that this node runs, and those that ended lately. */
export interface BackgroundRuns {
  add(call: string, log: EventLog): void
  find(call: string): EventLog | undefined
}

export function createBackgroundRuns(): BackgroundRuns {
  const running = new Map<string, EventLog>()
  /** Oldest end first. */
  const ended = new Map<string, EventLog>()
  let endedBytes = 0

  function forget(call: string): void {
    endedBytes -= ended.get(call)?.bytes ?? 0
    ended.delete(call)
  }

  function end(call: string, log: EventLog): void {
    running.delete(call)
    ended.set(call, log)
    endedBytes += log.bytes
    for (const oldest of ended.keys()) if (endedBytes > MAX_ENDED_BYTES) forget(oldest)
    setTimeout(() => forget(call), KEPT_MS).unref()
  }

  return {
    add(call, log) {
      running.set(call, log)
      void log.over.then(() => end(call, log))
    },
    find: (call) => running.get(call) ?? ended.get(call),
  }
}
