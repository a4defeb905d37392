import type { Usage } from '#contract/prices/price.ts'
import { EventBuffer, splitEvents } from '../../../formats/body/event-buffer.ts'
import type { ChatEvent } from '../../../formats/dialects/conversation.ts'
import { Refused, type StreamReader } from '../../../formats/dialects/dialect.ts'
import { mergeUsage } from '../../../formats/dialects/merge-usage.ts'
import { errorOfEvent, type OpenAIError } from '../../../formats/dialects/openai-errors.ts'
import { isCompleteEvent } from '../../../formats/dialects/openai-stream.ts'
import { dataOf, isDone } from '../../../formats/dialects/sse.ts'
import type { TokenRatios } from '../../../formats/estimates/families.ts'
import type { Pieces } from '../../../formats/estimates/text-counter.ts'
import type { AnswerStream } from './answer-reader.ts'
import { OutputCounter } from './output-counter.ts'

/** Kinds of content that not each caller can be told, or not by the same name. */
const UNCERTAIN: ReadonlySet<ChatEvent['kind']> = new Set(['tool_call', 'image', 'audio'])
const BLANK_LINE = Buffer.from('\n\n')

/** Reads a stream in any format; subclasses decide which bytes the caller gets. */
export abstract class EventAnswerStream implements AnswerStream {
  hasMedia = false
  usage: Usage | undefined
  error: OpenAIError | undefined
  vendorReason: string | undefined
  /** The error, where it is in the upstream's own format. */
  refused: Refused | undefined
  tail: Buffer[] = []
  readonly #events = new EventBuffer()
  /** The answers of this call that have begun, and those of them that have ended. */
  readonly #begun = new Set<number>()
  readonly #ended = new Set<number>()
  /** Bytes that are kept besides the unfinished event. */
  protected keptBytes = 0
  /** Output tokens that had been counted when the usage was reported. */
  #outputAtUsage = 0

  /** The upstream has sent its end marker. */
  #isMarked = false

  readonly #output: OutputCounter

  /** `answers`: the number of requested answers. */
  constructor(
    protected readonly reader: StreamReader,
    private readonly answers = 1,
    ratios?: TokenRatios,
  ) {
    this.#output = new OutputCounter(ratios)
  }

  get outputTokens(): number {
    return this.#output.tokens
  }

  get said(): Pieces | undefined {
    return this.#output.said
  }

  /** Returns what the caller gets for an event with this content; without an event, for the end of the stream. */
  protected abstract toCaller(event: Buffer | undefined, said: readonly ChatEvent[]): Buffer | string | undefined
  /** Returns what the caller gets after the last event of a complete answer. */
  protected abstract closingBytes(): string
  /** Returns what was held back until the charge, for an answer that turned out to be incomplete. */
  protected heldBack(): Buffer[] {
    return []
  }

  push(chunk: Buffer): Buffer | undefined {
    const events = this.#events.push(chunk)
    return events && joined(this.#readEvents(events))
  }

  end(): Buffer | undefined {
    const rest = this.#events.takeRest()
    // The last event must not be joined with what follows it.
    const taken = rest && isCompleteEvent(rest) ? this.#readEvents(Buffer.concat([rest, BLANK_LINE])) : []
    if (!this.#isMarked && !this.error) taken.push(...this.#emit(undefined, this.reader.end?.(false) ?? []))
    if (this.isComplete) return joined([...taken, this.closingBytes()])
    return joined(this.error ? taken : [...taken, ...this.heldBack()])
  }

  get heldBytes(): number {
    return this.#events.heldBytes + this.keptBytes
  }

  get isComplete(): boolean {
    return this.allBegunEnded && !this.error && this.#allEnded()
  }

  /**
   * A stream may be cut between two answers. An end without any content, such as a blocked answer's, counts for
   * all.
   */
  #allEnded(): boolean {
    return this.#isMarked || this.#ended.size >= this.answers || this.outputTokens === 0
  }

  /** Whether every answer that has begun has ended. */
  protected get allBegunEnded(): boolean {
    return this.#ended.size > 0 && this.#ended.size === this.#begun.size
  }

  /** Whether the usage was reported before the first content, and never again. */
  get usageIsEarly(): boolean {
    return this.#outputAtUsage === 0 && this.outputTokens > 0
  }

  #readEvents(events: Buffer): (Buffer | string)[] {
    const passed: (Buffer | string)[] = []
    for (const event of splitEvents(events)) {
      const error = errorOfEvent(event)
      // An answer that has ended cannot fail any more: some vendors append an event with the end reason or the
      // cost.
      const isLate = error !== undefined && this.isComplete
      if (!isLate) this.error ??= error
      if (this.error) break
      const isMarker = isDone(event)
      const data = isMarker ? undefined : dataOf(event)
      const said = isMarker ? (this.reader.end?.(true) ?? []) : data ? this.#read(data) : []
      this.#isMarked ||= isMarker
      if (!this.refused) passed.push(...this.#emit(isLate ? undefined : event, said))
    }
    return passed
  }

  /** Counts the content; returns what the caller gets for it. */
  #emit(event: Buffer | undefined, said: readonly ChatEvent[]): (Buffer | string)[] {
    for (const one of said) this.#count(one)
    const bytes = this.toCaller(event, said)
    return bytes ? [bytes] : []
  }

  /** Returns a tool call, an image or audio as the caller gets it. Throws Refused. */
  protected accepted(event: ChatEvent): ChatEvent {
    return event
  }

  #read(data: string): ChatEvent[] {
    try {
      const said = this.reader.read(data)
      return said.some(({ kind }) => UNCERTAIN.has(kind)) ? said.map((event) => this.accepted(event)) : said
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      this.refused = error
      this.error ??= error.error
      return []
    }
  }

  #count(event: ChatEvent): void {
    if (event.kind === 'usage') {
      this.usage = mergeUsage(this.usage, event.usage)
      if (!event.ofTools) this.#outputAtUsage = this.outputTokens
      return
    }
    this.#begun.add(event.choice)
    if (event.kind === 'image' || event.kind === 'audio') {
      this.hasMedia = true
      this.#output.markHidden()
    } else if (event.kind === 'finish') this.#finish(event)
    else if ('text' in event && !('isCounted' in event)) {
      const text = Buffer.from(event.text)
      this.#output.add(text, 0, text.length, 'plain', event.kind === 'text' || event.kind === 'refusal')
    } else if (event.kind !== 'citation') this.#output.markHidden()
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
