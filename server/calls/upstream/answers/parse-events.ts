import { splitEvents } from '../../../formats/body/event-buffer.ts'
import type { ChatEvent } from '../../../formats/dialects/conversation.ts'
import { Refused, type StreamReader } from '../../../formats/dialects/dialect.ts'
import { errorOfEvent, statusOfError } from '../../../formats/dialects/openai-errors.ts'
import { dataOf, isDone } from '../../../formats/dialects/sse.ts'

/** Parses the events of a stream, or of a part of it unless `isWhole`. Throws Unreadable or Refused. */
export function parseEvents(bytes: Buffer, reader: StreamReader, isWhole = false): ChatEvent[] {
  const events: ChatEvent[] = []
  let isMarked = false
  for (const event of splitEvents(bytes)) {
    const error = errorOfEvent(event)
    if (error) throw new Refused(statusOfError(error), error)
    isMarked ||= isDone(event)
    const data = isMarked ? undefined : dataOf(event)
    if (data) events.push(...reader.read(data))
  }
  return isWhole ? [...events, ...(reader.end?.(isMarked) ?? [])] : events
}
