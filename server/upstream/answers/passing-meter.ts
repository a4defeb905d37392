import type { OpenAIError } from '../../dialects/openai-errors.ts'
import { EventMeter } from './event-meter.ts'

/** Counts a stream that is passed on unchanged. The end of the answer is sent after the charge. */
export class PassingMeter extends EventMeter {
  protected override toCaller(event: Buffer | undefined): Buffer | undefined {
    if (!event) return undefined
    if (this.allBegunEnded) {
      // Copied, because it is kept longer than the buffer of which it is a slice.
      this.tail.push(Buffer.from(event))
      this.keptBytes += event.length
      return undefined
    }
    // One of several answers had ended, and another continues.
    const held = this.heldBack()
    return held.length > 0 ? Buffer.concat([...held, event]) : event
  }

  errorEnding(error: OpenAIError, requestId: string): string | undefined {
    return this.reader.fail?.(error, requestId)
  }

  protected override heldBack(): Buffer[] {
    const held = this.tail
    this.tail = []
    this.keptBytes = 0
    return held
  }

  protected override closingBytes(): string {
    return ''
  }
}
