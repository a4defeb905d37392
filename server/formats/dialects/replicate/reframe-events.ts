import { objectOf, parseObject } from '../json.ts'
import { LineReframer } from '../reframer.ts'

/**
 * Puts the name of each of Replicate's events beside its data, which is a text and no JSON: a piece of an answer may have
 * several lines.
 */
export function reframeReplicateEvents(): LineReframer {
  let name = ''
  let lines: string[] = []
  return new LineReframer((line) => {
    if (line.startsWith('event:')) name = line.slice('event:'.length).trim()
    if (line.startsWith('data:')) lines.push(line.slice('data:'.length).replace(/^ /, ''))
    if (line !== '' || lines.length === 0) return ''
    // Named as it is, an event would count as a vendor's error in OpenAI's form, and lose its words.
    const event = JSON.stringify({ event: name === 'error' ? 'failed' : name, data: lines.join('\n') })
    name = ''
    lines = []
    return `data: ${event}\n\n`
  })
}

/** Writes a prediction that is over as the last event of its stream. */
export function predictionEvent(text: string): string {
  const { status, error, output, metrics } = objectOf(parseObject(text))
  return `data: ${JSON.stringify({ event: 'prediction', prediction: { status, error, output, metrics } })}\n\n`
}
