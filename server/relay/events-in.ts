import type { ChatEvent } from '../dialects/conversation.ts'
import { Refused, type StreamReader } from '../dialects/dialect.ts'
import { statusOfError } from '../dialects/openai-errors.ts'
import { errorOfEvent, isDone } from '../dialects/openai-stream.ts'
import { dataOf } from '../dialects/sse.ts'
import { eachEvent } from './events.ts'

/** What the events of a stream, or of a part of it, say. Throws Unreadable or Refused. */
export function eventsIn(bytes: Buffer, reader: StreamReader): ChatEvent[] {
  const events: ChatEvent[] = []
  eachEvent(bytes, (event) => {
    const error = errorOfEvent(event)
    if (error) throw new Refused(statusOfError(error), error)
    const data = isDone(event) ? undefined : dataOf(event)
    if (data) events.push(...reader.read(data))
  })
  return events
}
