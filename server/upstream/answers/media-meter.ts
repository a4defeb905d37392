import { completionTokens, type Usage } from '#contract/price.ts'
import { EventBuffer, eachEvent } from '../../body/event-buffer.ts'
import { parsedObject, textOf } from '../../dialects/json.ts'
import { laterUsage } from '../../dialects/later-usage.ts'
import type { OpenAIError } from '../../dialects/openai-errors.ts'
import { errorOfEvent, isDone, isWhole } from '../../dialects/openai-stream.ts'
import { usageIn } from '../../dialects/openai-usage.ts'
import { dataOf } from '../../dialects/sse.ts'
import type { Meter } from './meter.ts'

/** What an event says: `type` and whatever else. */
export type Said = Readonly<Record<string, unknown>>

const BLANK_LINE = Buffer.from('\n\n')
/** `image_generation.completed`, `transcript.text.done`, `speech.audio.done`: https://platform.openai.com/docs/api-reference/images-streaming */
const ENDS = /(?:^|[._])(?:completed|done)$/

/**
 * Reads streams of pictures, speech and transcripts. Their last event carries the usage together with the answer itself,
 * and an end marker need not follow: that event waits for the bill.
 */
export class MediaMeter implements Meter {
  outputTokens = 0
  usage: Usage | undefined
  error: OpenAIError | undefined
  tail: Buffer[] = []
  readonly #events = new EventBuffer()
  #isComplete = false

  /** `count`: the tokens of all that was said, where no usage tells, with one more event. */
  constructor(private readonly count: (said: Said, tokens: number, isLast: boolean) => number) {}

  push(chunk: Buffer): Buffer | undefined {
    const events = this.#events.push(chunk)
    return events && this.#take(events)
  }

  end(): Buffer | undefined {
    const rest = this.#events.takeRest()
    return rest && isWhole(rest) ? this.#take(Buffer.concat([rest, BLANK_LINE])) : undefined
  }

  get heldBytes(): number {
    return this.#events.heldBytes
  }

  get finished(): boolean {
    return this.#isComplete && !this.error
  }

  #take(events: Buffer): Buffer | undefined {
    const passed: Buffer[] = []
    eachEvent(events, (event) => {
      passed.push(...this.#passing(event))
    })
    return passed.length > 1 ? Buffer.concat(passed) : passed[0]
  }

  /** What may go on to the caller now. */
  #passing(event: Buffer): Buffer[] {
    if (isDone(event)) {
      this.#isComplete = true
      this.tail.push(Buffer.from(event))
      return []
    }
    this.error ??= errorOfEvent(event)
    if (this.error) return []
    const said = parsedObject(dataOf(event) ?? '')
    if (!said) return [event]
    const isLast = ENDS.test(textOf(said.type))
    this.#note(said, isLast)
    // Of several pictures, the one before the last has waited long enough.
    const waited = this.tail.splice(0)
    if (!isLast) return [...waited, event]
    this.#isComplete = true
    // Kept longer than the bytes that it was cut from.
    this.tail.push(Buffer.from(event))
    return waited
  }

  #note(said: Said, isLast: boolean): void {
    const used = usageIn(said)
    if (used) this.usage = laterUsage(this.usage, used)
    this.outputTokens = this.usage
      ? Math.max(this.outputTokens, completionTokens(this.usage))
      : this.count(said, this.outputTokens, isLast)
  }
}
