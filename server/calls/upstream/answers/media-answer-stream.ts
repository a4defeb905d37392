import { completionTokens, type Usage } from '#contract/prices/price.ts'
import { EventBuffer, splitEvents } from '../../../formats/body/event-buffer.ts'
import { parseObject, textOf } from '../../../formats/dialects/json.ts'
import { mergeUsage } from '../../../formats/dialects/merge-usage.ts'
import { errorOfEvent, type OpenAIError } from '../../../formats/dialects/openai-errors.ts'
import { isCompleteEvent } from '../../../formats/dialects/openai-stream.ts'
import { findUsage } from '../../../formats/dialects/openai-usage.ts'
import { dataOf, isDone } from '../../../formats/dialects/sse.ts'
import type { AnsweredPictures, AnswerStream } from './answer-reader.ts'
import { usageOfSeconds } from './usage-of-seconds.ts'

/** The data of an event: `type` and other fields. */
export type EventData = Readonly<Record<string, unknown>>

const BLANK_LINE = Buffer.from('\n\n')
/** `image_generation.completed`, `transcript.text.done`, `speech.audio.done`: https://platform.openai.com/docs/api-reference/images-streaming */
const END_EVENT = /(?:^|[._])(?:completed|done)$/
/** A picture of several, whose last event is none: https://www.volcengine.com/docs/82379/1824137 */
const ONE_OF_SEVERAL = /partial_succeeded$/

/**
 * Reads streams of images, speech and transcripts. Their last event contains the usage together with the answer
 * itself, and an end marker need not follow: that event is held back until the charge.
 */
export class MediaAnswerStream implements AnswerStream {
  outputTokens = 0
  usage: Usage | undefined
  error: OpenAIError | undefined
  tail: Buffer[] = []
  /** The final images so far, where images are requested. */
  pictures: AnsweredPictures | undefined
  readonly #events = new EventBuffer()
  #isComplete = false
  #isSeries = false

  /** `count`: returns the tokens of all events so far, with one more event, where no usage is reported. */
  constructor(
    private readonly count: (said: EventData, tokens: number, isLast: boolean) => number,
    private readonly hasPictures = false,
  ) {}

  push(chunk: Buffer): Buffer | undefined {
    const events = this.#events.push(chunk)
    return events && this.#readEvents(events)
  }

  end(): Buffer | undefined {
    const rest = this.#events.takeRest()
    return rest && isCompleteEvent(rest) ? this.#readEvents(Buffer.concat([rest, BLANK_LINE])) : undefined
  }

  get heldBytes(): number {
    return this.#events.heldBytes
  }

  get isComplete(): boolean {
    return this.#isComplete && !this.error
  }

  #readEvents(events: Buffer): Buffer | undefined {
    const passed = splitEvents(events).flatMap((event) => this.#toCaller(event))
    return passed.length > 1 ? Buffer.concat(passed) : passed[0]
  }

  /** Returns the events that the caller may get now. */
  #toCaller(event: Buffer): Buffer[] {
    if (isDone(event)) {
      this.#isComplete = true
      this.tail.push(Buffer.from(event))
      return []
    }
    this.error ??= errorOfEvent(event)
    if (this.error) return []
    const said = parseObject(dataOf(event) ?? '')
    if (!said) return [event]
    const type = textOf(said.type)
    const isLast = END_EVENT.test(type)
    const isOne = this.hasPictures && ONE_OF_SEVERAL.test(type)
    this.#isSeries ||= isOne
    const isWhole = isOne || (isLast && !this.#isSeries)
    this.#countEvent(said, isWhole)
    if (isWhole && this.hasPictures) this.#countPicture(said)
    // When several images arrive, an event is held back only until the next one.
    const waited = this.tail.splice(0)
    if (!isLast) return [...waited, event]
    this.#isComplete = true
    // Copied, because it is kept longer than the buffer of which it is a slice.
    this.tail.push(Buffer.from(event))
    return waited
  }

  #countPicture({ quality, size, usage }: EventData): void {
    const count = (this.pictures?.count ?? 0) + 1
    this.pictures = { count, quality: textOf(quality), size: textOf(size), usage: usage ?? this.pictures?.usage }
  }

  #countEvent(said: EventData, isLast: boolean): void {
    const used = findUsage(said) ?? usageOfSeconds(said.usage, said.duration)
    if (used) this.usage = mergeUsage(this.usage, used)
    this.outputTokens = this.usage
      ? Math.max(this.outputTokens, completionTokens(this.usage))
      : this.count(said, this.outputTokens, isLast)
  }
}
