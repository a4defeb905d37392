import { LineReframer } from '../reframer.ts'

/** Longer events are an error. */
const MAX_CHARACTERS = 16 * 1024 * 1024

/**
 * Reframes Zhipu's events: they carry plain text, and the usage in a non-standard field `meta`. A space after the
 * colon is kept, because the vendor adds none: it belongs to the text.
 */
export function reframeZhipuEvents(): LineReframer {
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
      if (length > MAX_CHARACTERS) throw new Error('an event of the stream is too long')
      if (line.startsWith('data:')) lines.push(line.slice('data:'.length))
      else if (line.startsWith('meta:')) meta = line.slice('meta:'.length)
      else if (line.startsWith('event:')) name = line.slice('event:'.length).trim()
      return ''
    },
    // Without its terminating blank line, an event is complete only if its last field has arrived.
    () => (meta ? flush() : ''),
  )
}
