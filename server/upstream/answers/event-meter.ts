import type { Usage } from '#contract/price.ts'
import { EventBuffer, eachEvent } from '../../body/event-buffer.ts'
import type { ChatEvent } from '../../dialects/conversation.ts'
import { Refused, type StreamReader } from '../../dialects/dialect.ts'
import { laterUsage } from '../../dialects/later-usage.ts'
import type { OpenAIError } from '../../dialects/openai-errors.ts'
import { errorOfEvent, isDone, isWhole } from '../../dialects/openai-stream.ts'
import { dataOf } from '../../dialects/sse.ts'
import { estimateTextTokens } from './estimate.ts'
import type { Meter } from './meter.ts'

const BLANK_LINE = Buffer.from('\n\n')

/** Counts what a stream says in any format; what of it the caller gets is for its kinds to say. */
export abstract class EventMeter implements Meter {
  outputTokens = 0
  hasMedia = false
  usage: Usage | undefined
  error: OpenAIError | undefined
  vendorReason: string | undefined
  /** The error, where the upstream's format has its own words for it. */
  refused: Refused | undefined
  tail: Buffer[] = []
  readonly #events = new EventBuffer()
  /** The answers of this call that have begun, and those of them that have ended. */
  readonly #begun = new Set<number>()
  readonly #ended = new Set<number>()
  /** Bytes of what is kept besides the unfinished event. */
  protected keptBytes = 0
  /** Output that had been counted when the usage was reported. */
  #outputAtUsage = 0

  /** The upstream has sent its end marker. */
  #isMarked = false

  /** `answers`: so many are wanted. */
  constructor(
    protected readonly reader: StreamReader,
    private readonly answers = 1,
  ) {}

  /** What the caller gets for an event that said these things; without an event, for the end of the stream. */
  protected abstract passed(event: Buffer | undefined, said: readonly ChatEvent[]): Buffer | string | undefined
  /** What the caller gets behind the last event of a complete answer. */
  protected abstract ending(): string
  /** What was kept back for the bill, of an answer that is not complete after all. */
  protected kept(): Buffer[] {
    return []
  }

  push(chunk: Buffer): Buffer | undefined {
    const events = this.#events.push(chunk)
    return events && joined(this.#take(events))
  }

  end(): Buffer | undefined {
    const rest = this.#events.takeRest()
    // Something may follow the last event: it must not become a part of it.
    const taken = rest && isWhole(rest) ? this.#take(Buffer.concat([rest, BLANK_LINE])) : []
    if (!this.#isMarked && !this.error) taken.push(...this.#say(undefined, this.reader.end?.(false) ?? []))
    if (this.finished) return joined([...taken, this.ending()])
    return joined(this.error ? taken : [...taken, ...this.kept()])
  }

  get heldBytes(): number {
    return this.#events.heldBytes + this.keptBytes
  }

  get finished(): boolean {
    return this.complete && !this.error && this.#areAll()
  }

  /** A stream may be cut between two answers. One that says nothing at all, such as a blocked one, stands for all. */
  #areAll(): boolean {
    return this.#isMarked || this.#ended.size >= this.answers || this.outputTokens === 0
  }

  /** Every answer that has begun has ended. */
  protected get complete(): boolean {
    return this.#ended.size > 0 && this.#ended.size === this.#begun.size
  }

  /** The usage was reported before the first word, and never again. */
  get usageIsEarly(): boolean {
    return this.#outputAtUsage === 0 && this.outputTokens > 0
  }

  #take(events: Buffer): (Buffer | string)[] {
    const passed: (Buffer | string)[] = []
    eachEvent(events, (event) => {
      const error = errorOfEvent(event)
      // An answer that has ended cannot fail any more: what some vendors add tells why it ended, or what it cost.
      const isLate = error !== undefined && this.finished
      if (!isLate) this.error ??= error
      if (this.error) return
      const isMarker = isDone(event)
      const data = isMarker ? undefined : dataOf(event)
      const said = isMarker ? (this.reader.end?.(true) ?? []) : data ? this.#read(data) : []
      this.#isMarked ||= isMarker
      if (!this.refused) passed.push(...this.#say(isLate ? undefined : event, said))
    })
    return passed
  }

  /** Counts what was said; answers what the caller gets for it. */
  #say(event: Buffer | undefined, said: readonly ChatEvent[]): (Buffer | string)[] {
    for (const one of said) this.#count(one)
    const bytes = this.passed(event, said)
    return bytes ? [bytes] : []
  }

  /** What an event says, by its data. Throws Refused. */
  protected read(data: string): ChatEvent[] {
    return this.reader.read(data)
  }

  #read(data: string): ChatEvent[] {
    try {
      return this.read(data)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      this.refused = error
      this.error ??= error.error
      return []
    }
  }

  #count(event: ChatEvent): void {
    if (event.kind === 'usage') {
      this.usage = laterUsage(this.usage, event.usage)
      if (!event.ofTools) this.#outputAtUsage = this.outputTokens
      return
    }
    this.#begun.add(event.choice)
    if (event.kind === 'image' || event.kind === 'audio') this.hasMedia = true
    else if (event.kind === 'finish') this.#finish(event)
    else if ('text' in event && !('isCounted' in event)) {
      const text = Buffer.from(event.text)
      this.outputTokens += estimateTextTokens(text, 0, text.length)
    }
  }

  #finish({ choice, vendorReason }: Extract<ChatEvent, { kind: 'finish' }>): void {
    this.#ended.add(choice)
    this.vendorReason ??= vendorReason
  }
}

function joined(parts: (Buffer | string)[]): Buffer | undefined {
  const bytes = parts
    .filter((part) => part.length > 0)
    .map((part) => (typeof part === 'string' ? Buffer.from(part) : part))
  return bytes.length > 1 ? Buffer.concat(bytes) : bytes[0]
}
