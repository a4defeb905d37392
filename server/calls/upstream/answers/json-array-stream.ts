import { EventBuffer, splitEvents } from '../../../formats/body/event-buffer.ts'
import { dataOf } from '../../../formats/dialects/sse.ts'
import type { Sink, StreamBody } from '../../../wire/http1/shared/response.ts'

/** White space, which is valid between the items of an array, keeps a connection open as a comment does. */
const KEEP_ALIVE = '\n'

/** Converts a stream of events to one JSON array of their data, each item as soon as its event arrives. */
export function toArrayStream(events: StreamBody): StreamBody {
  return { run: (sink) => events.run(createArraySink(sink)), disconnect: () => events.disconnect() }
}

/** Converts a whole stream to an array. */
export function toArray(events: Buffer): Buffer<ArrayBuffer> {
  const items = splitEvents(events).flatMap((event) => dataOf(event) ?? [])
  return Buffer.from(`[${items.join(',\r\n')}]`)
}

function createArraySink(sink: Sink): Sink {
  const buffer = new EventBuffer()
  let open = false

  function items(events: Buffer | undefined): string {
    let text = ''
    for (const event of events ? splitEvents(events) : []) {
      const item = dataOf(event)
      if (item === undefined) continue
      text += `${open ? ',\r\n' : '['}${item}`
      open = true
    }
    return text
  }

  return {
    write(bytes) {
      const events = buffer.push(Buffer.from(bytes as Uint8Array))
      return events && sink.write(items(events) || KEEP_ALIVE)
    },
    end(last) {
      const rest = items(last && buffer.push(Buffer.from(last))) + items(buffer.takeRest())
      sink.end(Buffer.from(`${rest}${open ? '' : '['}]`))
    },
  }
}
