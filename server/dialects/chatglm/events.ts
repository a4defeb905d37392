import { LineReframer } from '../reframer.ts'

/** An event that is longer than this is none. */
const MOST_CHARACTERS = 16 * 1024 * 1024

/**
 * Frames Zhipu's events anew: they carry plain text, and the usage in a field `meta` that server-sent events do not
 * have. Nothing is taken off behind the colon, because the vendor puts no space there: what stands there is text.
 */
export function zhipuEvents(): LineReframer {
  let name = ''
  let lines: string[] = []
  let meta = ''
  let length = 0
  const flush = () => {
    const event = { name: name || 'add', text: lines.join('\n'), meta }
    const isEmpty = !name && lines.length === 0 && !meta
    name = ''
    lines = []
    meta = ''
    length = 0
    return isEmpty ? '' : `data: ${JSON.stringify(event)}\n\n`
  }
  return new LineReframer(
    (line) => {
      if (line === '') return flush()
      length += line.length
      if (length > MOST_CHARACTERS) throw new Error('an event of the stream is too long')
      if (line.startsWith('data:')) lines.push(line.slice('data:'.length))
      else if (line.startsWith('meta:')) meta = line.slice('meta:'.length)
      else if (line.startsWith('event:')) name = line.slice('event:'.length).trim()
      return ''
    },
    // Without its blank line only an event is whole that has come to its last field.
    () => (meta ? flush() : ''),
  )
}
