import type { CheckSize, TakeChunk, UpstreamAnswer } from '../../wire/http1/client/upstream-answer.ts'
import { parseObject, textOf } from '../dialects/json.ts'
import { LineReframer, type Reframer } from '../dialects/reframer.ts'

const OK = 200
const EVENT_STREAM = /^text\/event-stream/i

/** Passes an answer's stream through a reframer. Other answers stay unchanged. */
export function reframeAnswer(answer: UpstreamAnswer, start: () => Reframer): UpstreamAnswer {
  return EVENT_STREAM.test(answer.header('content-type') ?? '') ? through(answer, start()) : answer
}

const LINES = /^application\/(?:x-)?(?:ndjson|jsonl|json-lines|jsonlines|json-seq|stream\+json)/i
/** Precedes each value of a JSON text sequence (RFC 7464). */
const SEPARATOR = '\u001e'

/** Returns the event name: formats whose events have a type are named by it. */
function nameOf(data: string): string {
  const type = textOf(parseObject(data)?.type)
  return type && `event: ${type}\n`
}

/** Converts an answer with one JSON object per line to server-sent events. Other answers stay unchanged. */
export function reframeJsonLines(answer: UpstreamAnswer): UpstreamAnswer {
  if (!LINES.test(answer.header('content-type') ?? '')) return answer
  return through(
    answer,
    new LineReframer((line) => {
      const data = line.replaceAll(SEPARATOR, '').trim()
      return data && `${nameOf(data)}data: ${data}\n\n`
    }),
  )
}

/** Converts the text of a whole successful answer. */
export function mapWholeAnswer(answer: UpstreamAnswer, convert: (text: string) => string): UpstreamAnswer {
  if (answer.status !== OK) return answer
  let given = false
  const read = async (keep?: CheckSize): Promise<Buffer | undefined> => {
    if (given) return undefined
    given = true
    return Buffer.from(convert((await answer.bytes(keep)).toString('utf8')))
  }
  return {
    status: OK,
    header: answer.header,
    read: () => read(),
    async each(take: TakeChunk) {
      const all = await read()
      if (all) await take(all)
    },
    bytes: async (keep) => (await read(keep)) ?? Buffer.alloc(0),
  }
}

/** Converts a whole successful answer to a stream with one event. */
export function toSingleEvent(answer: UpstreamAnswer): UpstreamAnswer {
  if (answer.status !== OK) return answer
  let given = false
  const read = async (keep?: CheckSize): Promise<Buffer | undefined> => {
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
    async each(take: TakeChunk) {
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
      const output = part ? reframer.push(part) : reframer.end()
      if (output) return output
    }
    return undefined
  }
  return {
    status: answer.status,
    header: answer.header,
    read,
    async each(take: TakeChunk) {
      if (over) return
      await answer.each((part) => {
        const output = reframer.push(part)
        return output && take(output)
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
