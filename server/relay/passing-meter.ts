import type { ChatEvent } from '../dialects/conversation.ts'
import type { OpenAIError } from '../dialects/openai-errors.ts'
import { EventMeter } from './event-meter.ts'

/** Reads a stream that the caller gets as it is. What ends the answer follows the bill. */
export class PassingMeter extends EventMeter {
  protected override passed(event: Buffer, said: readonly ChatEvent[]): Buffer | undefined {
    if (this.tail.length === 0 && !said.some(({ kind }) => kind === 'finish')) return event
    // Kept longer than the bytes that it was cut from.
    this.tail.push(Buffer.from(event))
    return undefined
  }

  failing(error: OpenAIError, requestId: string): string | undefined {
    return this.reader.fail?.(error, requestId)
  }

  protected override ending(): string {
    return ''
  }
}
