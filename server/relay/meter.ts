import type { Usage } from '#contract/price.ts'
import type { OpenAIError } from '../dialects/openai-errors.ts'
import { eachText, errorOfEvent, finishes, hasLandmark, isDone, usageOfEvent } from '../dialects/openai-stream.ts'
import { readOpenAIUsage } from '../dialects/openai-usage.ts'
import { estimateTextTokens } from './estimate.ts'
import { EventBuffer, eventEnd } from './events.ts'

/**
 * Reads a stream as it passes: counts output, picks up the usage, and says which bytes go on to the caller at once.
 * The end marker stays back until the call is billed. Memory does not grow with the stream.
 */
export class StreamMeter {
  /** Output so far, counted cheaply; whole tokens only matter to the hold. */
  outputTokens = 0
  usage: Usage | undefined
  /** What the upstream says went wrong in the middle of its answer. */
  error: OpenAIError | undefined
  /** Bytes that must follow the bill: the end marker. */
  tail: Buffer[] = []
  readonly #events = new EventBuffer()
  #last: Buffer | undefined
  #complete = false

  /** `usageWanted`: the caller asked for the usage chunk; otherwise it is taken out. */
  constructor(private readonly usageWanted: boolean) {}

  /** Takes what the upstream sent; answers what the caller may have now. */
  push(chunk: Buffer): Buffer | undefined {
    const events = this.#events.push(chunk)
    return events && this.#take(events)
  }

  /** The upstream has closed the stream. */
  end(): Buffer | undefined {
    const rest = this.#events.takeRest()
    const passed = rest && this.#take(rest)
    this.#complete ||= this.#last !== undefined && finishes(this.#last)
    return passed
  }

  /** The upstream said that the answer is complete. */
  get finished(): boolean {
    return this.#complete && !this.error
  }

  #take(events: Buffer): Buffer | undefined {
    if (!hasLandmark(events)) {
      this.#last = this.#eachEvent(events, this.#count)
      return events
    }
    const passed: Buffer[] = []
    this.#eachEvent(events, (event) => {
      this.#count(event)
      if (!this.#passes(event)) return
      this.#last = event
      passed.push(event)
    })
    return passed.length === 0 ? undefined : passed.length === 1 ? passed[0] : Buffer.concat(passed)
  }

  /** Answers the last event. */
  #eachEvent(events: Buffer, take: (event: Buffer) => void): Buffer {
    let event = events
    for (let start = 0; start < events.length; start += event.length) {
      const end = eventEnd(events, start)
      const isOnly = start === 0 && (end < 0 || end === events.length)
      event = isOnly ? events : events.subarray(start, end < 0 ? events.length : end)
      take(event)
    }
    return event
  }

  readonly #count = (event: Buffer): void => {
    eachText(event, (from, to) => {
      this.outputTokens += estimateTextTokens(event, from, to)
    })
  }

  /** Whether the caller may see an event: the usage chunk and errors are for us, the end marker for later. */
  #passes(event: Buffer): boolean {
    if (isDone(event)) {
      this.#complete = true
      this.tail.push(event)
      return false
    }
    const error = errorOfEvent(event)
    if (error) {
      this.error ??= error
      return false
    }
    const found = usageOfEvent(event)
    // Some upstreams report cumulative usage in every chunk: the last one counts.
    if (found) this.usage = readOpenAIUsage(found.usage) ?? this.usage
    // The chunk with nothing but usage is the last one before the end marker.
    if (found?.alone) this.#complete = true
    return !found?.alone || this.usageWanted
  }
}
