import { EventBuffer, eachEvent } from '../../body/event-buffer.ts'
import { dataOf } from '../../dialects/sse.ts'
import type { Sink, StreamBody } from '../../http1/shared/response.ts'

/** White space, which an array may have between its items, keeps a connection open as a comment does. */
const NOTHING_YET = '\n'

/** A stream of events as one JSON array of what the events say, in the moment in which each arrives. */
export function asArray(events: StreamBody): StreamBody {
  return { run: (sink) => events.run(arraySink(sink)), hangUp: () => events.hangUp() }
}

/** The same for a stream that has come as a whole. */
export function arrayOf(events: Buffer): Buffer<ArrayBuffer> {
  const items: string[] = []
  eachEvent(events, (event) => {
    const item = dataOf(event)
    if (item !== undefined) items.push(item)
  })
  return Buffer.from(`[${items.join(',\r\n')}]`)
}

function arraySink(sink: Sink): Sink {
  const buffer = new EventBuffer()
  let open = false

  function items(events: Buffer | undefined): string {
    let text = ''
    if (events) {
      eachEvent(events, (event) => {
        const item = dataOf(event)
        if (item === undefined) return
        text += `${open ? ',\r\n' : '['}${item}`
        open = true
      })
    }
    return text
  }

  return {
    write(bytes) {
      const events = buffer.push(Buffer.from(bytes as Uint8Array))
      return events && sink.write(items(events) || NOTHING_YET)
    },
    end(last) {
      const rest = items(last && buffer.push(Buffer.from(last))) + items(buffer.takeRest())
      sink.end(Buffer.from(`${rest}${open ? '' : '['}]`))
    },
  }
}
