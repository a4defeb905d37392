import { isRecord } from '#contract/is-record.ts'
import { parseObject } from '../json.ts'
import { LineReframer } from '../reframer.ts'

/**
 * Puts the name of each of Coze's events into its data: an increment of a message and the whole message differ in the
 * name alone. `asStream`: as events; otherwise as one JSON object with all of them, for a whole answer.
 */
export function reframeCozeEvents(asStream: boolean): LineReframer {
  let name = ''
  let count = 0
  const written = (data: string) => {
    const fields = parseObject(data)
    // The last event has a text instead of an object.
    if (!isRecord(fields)) return ''
    const event = JSON.stringify({ ...fields, event: name })
    if (asStream) return `data: ${event}\n\n`
    count += 1
    return count === 1 ? `{"events":[${event}` : `,${event}`
  }
  return new LineReframer(
    (line) => {
      if (line.startsWith('event:')) name = line.slice('event:'.length).trim()
      return line.startsWith('data:') ? written(line.slice('data:'.length)) : ''
    },
    () => (asStream ? '' : count === 0 ? '{"events":[]}' : ']}'),
  )
}
