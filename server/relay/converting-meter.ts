import type { Usage } from '#contract/price.ts'
import type { ChatEvent } from '../dialects/conversation.ts'
import { Refused, type StreamReader, type StreamWriter } from '../dialects/dialect.ts'
import type { OpenAIError } from '../dialects/openai-errors.ts'
import { errorOfEvent, isDone, isWhole } from '../dialects/openai-stream.ts'
import { dataOf } from '../dialects/sse.ts'
import { estimateTextTokens } from './estimate.ts'
import { EventBuffer, eachEvent } from './events.ts'
import type { Meter } from './meter.ts'

/** Reads a stream in the upstream's format and writes it in the caller's. Memory does not grow with the stream. */
export class ConvertingMeter implements Meter {
  outputTokens = 0
  usage: Usage | undefined
  error: OpenAIError | undefined
  /** The error, where the upstream's format has its own words for it. */
  refused: Refused | undefined
  tail: Buffer[] = []
  readonly #events = new EventBuffer()
  #isComplete = false

  constructor(
    private readonly reader: StreamReader,
    private readonly writer: StreamWriter,
  ) {}

  push(chunk: Buffer): Buffer | undefined {
    const events = this.#events.push(chunk)
    return events && this.#take(events)
  }

  end(): Buffer | undefined {
    const rest = this.#events.takeRest()
    const taken = rest && isWhole(rest) ? this.#take(rest) : undefined
    if (!this.finished) return taken
    const ending = Buffer.from(this.writer.end(this.usage))
    const tail = this.writer.tail()
    if (tail) this.tail.push(Buffer.from(tail))
    return taken ? Buffer.concat([taken, ending]) : ending
  }

  get finished(): boolean {
    return this.#isComplete && !this.error
  }

  #take(events: Buffer): Buffer | undefined {
    let written = ''
    eachEvent(events, (event) => {
      const error = errorOfEvent(event)
      if (error) this.error ??= error
      const data = error || isDone(event) ? undefined : dataOf(event)
      if (data === undefined || data === '' || this.error) return
      for (const said of this.#read(data)) {
        this.#count(said)
        written += this.writer.write(said)
      }
    })
    return written ? Buffer.from(written) : undefined
  }

  #read(data: string): ChatEvent[] {
    try {
      return this.reader.read(data)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      this.refused = error
      this.error ??= error.error
      return []
    }
  }

  #count(event: ChatEvent): void {
    if (event.kind === 'usage') this.usage = event.usage
    else if (event.kind === 'finish') this.#isComplete = true
    else if ('text' in event) {
      const text = Buffer.from(event.text)
      this.outputTokens += estimateTextTokens(text, 0, text.length)
    }
  }
}
