import type { Usage } from '#contract/price.ts'
import { eachText, finishes, hasLandmark, isDone, usageOfEvent } from '../dialects/openai-stream.ts'
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
  /** The upstream said that the answer is complete. */
  finished = false
  /** Bytes that must follow the bill: the end marker. */
  tail: Buffer[] = []
  readonly #events = new EventBuffer()
  #last: Buffer | undefined

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
    this.finished ||= this.usage !== undefined || (this.#last !== undefined && finishes(this.#last))
    return passed
  }

  #take(events: Buffer): Buffer | undefined {
    eachText(events, (start, end) => {
      this.outputTokens += estimateTextTokens(events, start, end)
    })
    if (!hasLandmark(events)) {
      this.#last = events
      return events
    }
    return this.#pick(events)
  }

  /** Looks at each event: the usage chunk is for us, the end marker for later. */
  #pick(events: Buffer): Buffer | undefined {
    const passed: Buffer[] = []
    for (let start = 0; start < events.length; ) {
      const end = eventEnd(events, start)
      const event = events.subarray(start, end < 0 ? events.length : end)
      start += event.length
      if (isDone(event)) {
        this.finished = true
        this.tail.push(event)
        continue
      }
      const found = usageOfEvent(event)
      // Some upstreams report cumulative usage in every chunk: the last one counts.
      if (found) this.usage = readOpenAIUsage(found.usage) ?? this.usage
      if (found?.alone && !this.usageWanted) continue
      this.#last = event
      passed.push(event)
    }
    return passed.length === 0 ? undefined : passed.length === 1 ? passed[0] : Buffer.concat(passed)
  }
}
