import type { OpenAIError } from '../../dialects/openai-errors.ts'
import { EventMeter } from './event-meter.ts'

/** Reads a stream that the caller gets as it is. What ends the answer follows the bill. */
export class PassingMeter extends EventMeter {
  protected override passed(event: Buffer | undefined): Buffer | undefined {
    if (!event) return undefined
    if (this.complete) {
      // Kept longer than the bytes that it was cut from.
      this.tail.push(Buffer.from(event))
      this.keptBytes += event.length
      return undefined
    }
    // Of several answers one had ended, and another goes on.
    const held = this.kept()
    return held.length > 0 ? Buffer.concat([...held, event]) : event
  }

  failing(error: OpenAIError, requestId: string): string | undefined {
    return this.reader.fail?.(error, requestId)
  }

  protected override kept(): Buffer[] {
    const held = this.tail
    this.tail = []
    this.keptBytes = 0
    return held
  }

  protected override ending(): string {
    return ''
  }
}
