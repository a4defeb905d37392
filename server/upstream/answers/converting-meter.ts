import type { ChatEvent } from '../../dialects/conversation.ts'
import type { StreamReader, StreamWriter } from '../../dialects/dialect.ts'
import type { OpenAIError } from '../../dialects/openai-errors.ts'
import { EventMeter } from './event-meter.ts'
import { usageOr } from './usage-or-estimate.ts'

/** Reads a stream in the upstream's format and writes it in the caller's. Memory grows with the stream's text at most, in which citations count. */
export class ConvertingMeter extends EventMeter {
  constructor(
    reader: StreamReader,
    private readonly writer: StreamWriter,
    /** An estimate, for upstreams that tell no usage. */
    private readonly inputTokens: number,
    answers?: number,
    /** Throws Refused for what the caller's format cannot say. */
    private readonly check: (event: ChatEvent) => void = () => {},
  ) {
    super(reader, answers)
  }

  protected override read(data: string): ChatEvent[] {
    const said = super.read(data)
    for (const event of said) this.check(event)
    return said
  }

  protected override passed(_event: Buffer | undefined, said: readonly ChatEvent[]): string {
    // Readers and writers keep what was said where citations, or the last events, refer to it.
    for (const event of said) this.keptBytes += sizeOf(event)
    return said.map((event) => this.writer.write(event)).join('')
  }

  failing(error: OpenAIError, requestId: string): string | undefined {
    return this.writer.fail?.(error, requestId)
  }

  protected override ending(): string {
    const { usage } = usageOr(this.usage, this.inputTokens, this.outputTokens)
    const ending = this.writer.end(usage)
    const tail = this.writer.tail()
    if (tail) this.tail.push(Buffer.from(tail))
    return ending
  }
}

/** Bytes of an event's text or medium, roughly: most characters take one. */
function sizeOf(event: ChatEvent): number {
  if ('text' in event) return event.text.length
  return event.kind === 'image' || event.kind === 'audio' ? event.source.data.length : 0
}
