import { parsedObject, textOf } from '../dialects/json.ts'
import { LineReframer, type Reframer } from '../dialects/reframer.ts'
import type { Keep, Take, UpstreamAnswer } from '../http1/client/answer.ts'

const OK = 200
const EVENT_STREAM = /^text\/event-stream/i

/** An answer whose stream goes through a reframer; what is no stream stays as it is. */
export function reframed(answer: UpstreamAnswer, start: () => Reframer): UpstreamAnswer {
  return EVENT_STREAM.test(answer.header('content-type') ?? '') ? through(answer, start()) : answer
}

const LINES = /^application\/(?:x-)?(?:ndjson|jsonl|json-lines|jsonlines|json-seq|stream\+json)/i
/** What stands before each value of a JSON text sequence (RFC 7464). */
const SEPARATOR = '\u001e'

/** Formats whose events have a type name them by it. */
function nameOf(data: string): string {
  const type = textOf(parsedObject(data)?.type)
  return type && `event: ${type}\n`
}

/** An answer with a JSON object in each line, as server-sent events; another stays as it is. */
export function reframedLines(answer: UpstreamAnswer): UpstreamAnswer {
  if (!LINES.test(answer.header('content-type') ?? '')) return answer
  return through(
    answer,
    new LineReframer((line) => {
      const data = line.replaceAll(SEPARATOR, '').trim()
      return data && `${nameOf(data)}data: ${data}\n\n`
    }),
  )
}

/** A success that came as a whole, as a stream with one event. */
export function asOneEvent(answer: UpstreamAnswer): UpstreamAnswer {
  if (answer.status !== OK) return answer
  let given = false
  const read = async (keep?: Keep): Promise<Buffer | undefined> => {
    if (given) return undefined
    given = true
    const text = (await answer.bytes(keep)).toString('utf8')
    // Line ends between the values of its JSON would end the event's data.
    return Buffer.from(`data: ${text.replace(/[\r\n]+/g, ' ')}\n\n`)
  }
  return {
    status: OK,
    header: (name) => (name === 'content-type' ? 'text/event-stream' : answer.header(name)),
    read: () => read(),
    async each(take: Take) {
      const event = await read()
      if (event) await take(event)
    },
    bytes: async (keep) => (await read(keep)) ?? Buffer.alloc(0),
  }
}

function through(answer: UpstreamAnswer, reframer: Reframer): UpstreamAnswer {
  let over = false
  const read = async (): Promise<Buffer | undefined> => {
    while (!over) {
      const part = await answer.read()
      if (!part) over = true
      const said = part ? reframer.push(part) : reframer.end()
      if (said) return said
    }
    return undefined
  }
  return {
    status: answer.status,
    header: answer.header,
    read,
    async each(take: Take) {
      if (over) return
      await answer.each((part) => {
        const said = reframer.push(part)
        return said && take(said)
      })
      over = true
      const rest = reframer.end()
      if (rest) await take(rest)
    },
    async bytes(keep) {
      const parts: Buffer[] = []
      for (let part = await read(); part; part = await read()) {
        keep?.(part.length)
        parts.push(part)
      }
      return Buffer.concat(parts)
    },
  }
}
