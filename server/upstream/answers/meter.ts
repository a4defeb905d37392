import type { Usage } from '#contract/price.ts'
import { EventBuffer, eachEvent } from '../../body/event-buffer.ts'
import { laterUsage } from '../../dialects/later-usage.ts'
import type { OpenAIError } from '../../dialects/openai-errors.ts'
import {
  bringsMedia,
  eachText,
  errorOfEvent,
  finishedIn,
  finishes,
  hasLandmark,
  isDone,
  isWhole,
  usageOfEvent,
  withoutRepetition,
} from '../../dialects/openai-stream.ts'
import { hasData } from '../../dialects/sse.ts'
import { estimateTextTokens } from './estimate.ts'

const BLANK_LINE = Buffer.from('\n\n')
const LETTER_D = 0x64

/** Reads a stream on its way to the caller. */
export interface Meter {
  /** Output so far, counted cheaply; whole tokens only matter to the hold. */
  readonly outputTokens: number
  /** What the upstream reported so far. */
  readonly usage: Usage | undefined
  /** The answer has something that is not counted by its text: a picture, or sound. */
  readonly hasMedia?: boolean
  /** The usage counts nothing of what was said: it was reported before. */
  readonly usageIsEarly?: boolean
  /** What the upstream says went wrong in the middle of its answer. */
  readonly error: OpenAIError | undefined
  /** Why the answer ended in the vendor's own word, where the caller's format has none. */
  readonly vendorReason?: string | undefined
  /** Bytes that must follow the bill: the end marker. */
  readonly tail: Buffer[]
  /** The upstream said that the answer is complete. */
  readonly finished: boolean
  /** Bytes of the answer that are held in memory. */
  readonly heldBytes: number
  /** Takes what the upstream sent; answers what the caller may have now. */
  push(chunk: Buffer): Buffer | undefined
  /** The upstream has closed the stream. */
  end(): Buffer | undefined
  /** How the stream ends that went wrong, where that depends on what the caller has got; else the format says it. */
  failing?(error: OpenAIError, requestId: string): string | undefined
}

/**
 * Reads a stream as it passes: counts output, picks up the usage, and says which bytes go on to the caller at once.
 * The end marker stays back until the call is billed. Memory does not grow with the stream.
 */
export class StreamMeter implements Meter {
  outputTokens = 0
  hasMedia = false
  usage: Usage | undefined
  error: OpenAIError | undefined
  tail: Buffer[] = []
  readonly #events = new EventBuffer()
  /** The last event with data that went on to the caller. */
  #last: Buffer | undefined
  #complete = false
  /** The answer has said how it ended. */
  #hasEnded = false
  /** A chunk with nothing but usage, which is the last one unless more data follows. */
  #lastUsage: Buffer | undefined

  #tailBytes = 0
  /** Of several answers, those that have ended. */
  readonly #ended = new Set<number>()

  /** `usageWanted`: the caller asked for the usage chunk; otherwise it is taken out. `answers`: so many are wanted. */
  constructor(
    private readonly usageWanted: boolean,
    private readonly answers = 1,
  ) {}

  push(chunk: Buffer): Buffer | undefined {
    const events = this.#events.push(chunk)
    return events && this.#take(events)
  }

  /** An event of which the upstream sent only a part is left out. */
  end(): Buffer | undefined {
    const rest = this.#events.takeRest()
    // Something may follow the last event: it must not become a part of it.
    const passed = rest && isWhole(rest) ? this.#take(Buffer.concat([rest, BLANK_LINE])) : undefined
    this.#hasEnded ||= this.#allEnded()
    this.#complete ||= this.#hasEnded
    if (this.#last && !this.usage) this.usage = usageOfEvent(this.#last, true)?.usage
    return passed
  }

  /** Without an end marker, the last event of each answer must be there. */
  #allEnded(): boolean {
    if (this.answers > 1) return this.#ended.size >= this.answers
    return this.#last !== undefined && finishes(this.#last)
  }

  get heldBytes(): number {
    return this.#events.heldBytes + this.#tailBytes
  }

  get finished(): boolean {
    return (this.#complete || this.#lastUsage !== undefined) && this.#isAnswer() && !this.error
  }

  /** A stream that says nothing, and not even how it ended, is none. */
  #isAnswer(): boolean {
    return this.outputTokens > 0 || this.hasMedia || this.#hasEnded
  }

  #take(events: Buffer): Buffer | undefined {
    if (!hasLandmark(events)) {
      eachEvent(events, this.#count)
      return events
    }
    const passed: Buffer[] = []
    eachEvent(events, (event) => {
      if (!this.#passes(event)) return
      const chunk = withoutRepetition(event)
      // Who repeats all that was said has no more to say.
      if (chunk !== event && this.answers > 1) this.#complete = true
      this.#count(chunk)
      passed.push(chunk)
    })
    return passed.length === 0 ? undefined : passed.length === 1 ? passed[0] : Buffer.concat(passed)
  }

  readonly #count = (event: Buffer): void => {
    if (event[0] === LETTER_D || hasData(event)) {
      this.#last = event
      if (event !== this.#lastUsage) this.#lastUsage = undefined
      if (this.answers > 1) for (const choice of finishedIn(event)) this.#ended.add(choice)
    }
    const before = this.outputTokens
    eachText(event, (from, to) => {
      this.outputTokens += estimateTextTokens(event, from, to)
    })
    this.hasMedia ||= this.outputTokens === before && bringsMedia(event)
  }

  /** Whether the caller may see an event: the usage chunk and errors are for us, the end marker for later. */
  #passes(event: Buffer): boolean {
    this.#hasEnded ||= this.#allEnded()
    if (isDone(event)) {
      this.#complete = true
      this.tail.push(event)
      this.#tailBytes += event.length
      return false
    }
    const found = usageOfEvent(event)
    // Some upstreams report cumulative usage in every chunk: the last one counts.
    if (found) this.usage = laterUsage(this.usage, found.usage)
    const error = errorOfEvent(event)
    if (error) {
      // An answer that has ended cannot fail any more: what some vendors add tells why it ended.
      if (!this.#hasEnded) this.error ??= error
      return false
    }
    if (found?.alone) this.#lastUsage = event
    return !found?.alone || this.usageWanted
  }
}
