import type { ChatEvent } from '../../dialects/conversation.ts'
import type { StreamReader, StreamWriter } from '../../dialects/dialect.ts'
import type { OpenAIError } from '../../dialects/openai-errors.ts'
import { EventMeter } from './event-meter.ts'
import { usageOrEstimate } from './usage-or-estimate.ts'

/**
 * Reads a stream in the upstream's format and writes it in the caller's. Memory grows at most with the stream's
 * text, including citations.
 */
export class ConvertingMeter extends EventMeter {
  constructor(
    reader: StreamReader,
    private readonly writer: StreamWriter,
    /** An estimate, for upstreams that report no usage. */
    private readonly inputTokens: number,
    answers?: number,
    /** Throws Refused for events that the caller's format cannot express. */
    private readonly check: (event: ChatEvent) => void = () => {},
  ) {
    super(reader, answers)
  }

  protected override read(data: string): ChatEvent[] {
    const said = super.read(data)
    for (const event of said) this.check(event)
    return said
  }

  protected override toCaller(_event: Buffer | undefined, said: readonly ChatEvent[]): string {
    // Readers and writers keep text to which citations, or the last events, refer.
    for (const event of said) this.keptBytes += approximateSize(event)
    return said.map((event) => this.writer.write(event)).join('')
  }

  errorEnding(error: OpenAIError, requestId: string): string | undefined {
    return this.writer.fail?.(error, requestId)
  }

  protected override closingBytes(): string {
    const { usage } = usageOrEstimate(this.usage, this.inputTokens, this.outputTokens)
    const ending = this.writer.end(usage)
    const tail = this.writer.tail()
    if (tail) this.tail.push(Buffer.from(tail))
    return ending
  }
}

/** Returns the approximate bytes of an event's text or medium: most characters take one. */
function approximateSize(event: ChatEvent): number {
  if ('text' in event) return event.text.length
  return event.kind === 'image' || event.kind === 'audio' ? event.source.data.length : 0
}
