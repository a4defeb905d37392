import { NO_USAGE, type Usage } from '#contract/prices/price.ts'
import { EventBuffer, splitEvents } from '../../../formats/body/event-buffer.ts'
import { ToolsBesideUsage } from '../../../formats/dialects/counted-tools.ts'
import { parseObject } from '../../../formats/dialects/json.ts'
import { mergeUsage } from '../../../formats/dialects/merge-usage.ts'
import { errorOfEvent, type OpenAIError } from '../../../formats/dialects/openai-errors.ts'
import {
  finishedChoices,
  forEachText,
  hasFinishReason,
  hasMedia,
  isCompleteEvent,
  namesTools,
  needsParsing,
  usageOfEvent,
  withoutRepetition,
} from '../../../formats/dialects/openai-stream.ts'
import { dataOf, hasData, isDone } from '../../../formats/dialects/sse.ts'
import type { TokenRatios } from '../../../formats/estimates/families.ts'
import type { Pieces } from '../../../formats/estimates/text-counter.ts'
import type { AnswerStream } from './answer-reader.ts'
import { OutputCounter } from './output-counter.ts'

const BLANK_LINE = Buffer.from('\n\n')
const LETTER_D = 0x64

/**
 * Reads a stream in OpenAI's format while it passes: counts output, reads the usage, and decides which bytes are
 * passed on at once. The end marker is held back until the call is charged. Memory does not grow with the stream.
 */
export class OpenAIAnswerStream implements AnswerStream {
  hasMedia = false
  usage: Usage | undefined
  error: OpenAIError | undefined
  tail: Buffer[] = []
  readonly #events = new EventBuffer()
  /** The last event with data that was passed on. */
  #last: Buffer | undefined
  #isMarkedComplete = false
  /** Whether the answer has reported how it ended. */
  #hasEnded = false
  /** A chunk with only usage, which is the last one unless more data follows. */
  #lastUsage: Buffer | undefined

  readonly #output: OutputCounter
  readonly #tools = new ToolsBesideUsage()
  #tailBytes = 0
  /** The choices that have ended, where there are several answers. */
  readonly #ended = new Set<number>()

  /**
   * `usageWanted`: the caller requested the usage chunk; otherwise it is removed. `answers`: the number of
   * requested answers.
   */
  constructor(
    private readonly usageWanted: boolean,
    private readonly answers = 1,
    ratios?: TokenRatios,
  ) {
    this.#output = new OutputCounter(ratios)
  }

  get outputTokens(): number {
    return this.#output.tokens
  }

  get said(): Pieces | undefined {
    return this.hasMedia ? undefined : this.#output.said
  }

  push(chunk: Buffer): Buffer | undefined {
    const events = this.#events.push(chunk)
    return events && this.#readEvents(events)
  }

  /** An incomplete last event is dropped. */
  end(): Buffer | undefined {
    const rest = this.#events.takeRest()
    // The last event must not be joined with what follows it.
    const passed = rest && isCompleteEvent(rest) ? this.#readEvents(Buffer.concat([rest, BLANK_LINE])) : undefined
    this.#hasEnded ||= this.#allEnded()
    this.#isMarkedComplete ||= this.#hasEnded
    if (this.#last && !this.usage) this.usage = usageOfEvent(this.#last, true)?.usage
    return passed
  }

  /** Without an end marker, the last event of each answer must have arrived. */
  #allEnded(): boolean {
    if (this.answers > 1) return this.#ended.size >= this.answers
    return this.#last !== undefined && hasFinishReason(this.#last)
  }

  get heldBytes(): number {
    return this.#events.heldBytes + this.#tailBytes
  }

  get isComplete(): boolean {
    return (this.#isMarkedComplete || this.#lastUsage !== undefined) && this.#isAnswer() && !this.error
  }

  /** A stream without content and without an end reason is not an answer. */
  #isAnswer(): boolean {
    return this.outputTokens > 0 || this.hasMedia || this.#hasEnded
  }

  #readEvents(events: Buffer): Buffer | undefined {
    if (!needsParsing(events)) {
      for (const event of splitEvents(events)) this.#count(event)
      return events
    }
    const passed: Buffer[] = []
    for (const event of splitEvents(events)) {
      if (!this.#isPassed(event)) continue
      const chunk = withoutRepetition(event)
      // An event that repeats the whole text is the last one.
      if (chunk !== event && this.answers > 1) this.#isMarkedComplete = true
      this.#count(chunk)
      passed.push(chunk)
    }
    return passed.length === 0 ? undefined : passed.length === 1 ? passed[0] : Buffer.concat(passed)
  }

  #count(event: Buffer): void {
    if (event[0] === LETTER_D || hasData(event)) {
      this.#last = event
      if (event !== this.#lastUsage) this.#lastUsage = undefined
      if (this.answers > 1) for (const choice of finishedChoices(event)) this.#ended.add(choice)
    }
    const before = this.outputTokens
    forEachText(event, (from, to, isAnswer) => this.#output.add(event, from, to, 'escaped', isAnswer))
    this.hasMedia ||= this.outputTokens === before && hasMedia(event)
  }

  /** Whether the caller may get an event: the usage chunk and errors are removed, the end marker is sent later. */
  #isPassed(event: Buffer): boolean {
    this.#hasEnded ||= this.#allEnded()
    if (isDone(event)) {
      this.#isMarkedComplete = true
      this.tail.push(event)
      this.#tailBytes += event.length
      return false
    }
    const found = usageOfEvent(event)
    // Some upstreams report cumulative usage in every chunk: the last one counts.
    if (found) this.usage = mergeUsage(this.usage, found.usage)
    const tools = namesTools(event) ? this.#tools.add(parseObject(dataOf(event) ?? '') ?? {}) : undefined
    if (tools) this.usage = { ...(this.usage ?? NO_USAGE), tools }
    const error = errorOfEvent(event)
    if (error) {
      // An answer that has ended cannot fail any more: some vendors append an event with the end reason.
      if (!this.#hasEnded) this.error ??= error
      return false
    }
    if (found?.alone) this.#lastUsage = event
    return !found?.alone || this.usageWanted
  }
}
