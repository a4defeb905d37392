/**
 * What the first bytes of an answer say that it is, whatever its content type says; undefined = nothing but blanks so far.
 * `other`: a page, a text, or something binary.
 */
export function shapeOf(bytes: Buffer): 'json' | 'events' | 'other' | undefined {
  const start = bytes.toString('latin1', 0, LOOKED_AT).replace(BLANK, '')
  if (start === '') return bytes.length > LOOKED_AT ? 'other' : undefined
  if (start[0] === '{' || start[0] === '[') return 'json'
  return EVENT.test(start) ? 'events' : 'other'
}

const LOOKED_AT = 1000
/** Blanks, and the byte order mark that some servers put in front. */
const BLANK = /^(?:\u00ef\u00bb\u00bf)?\s*/
/** The first line of a server-sent event: https://html.spec.whatwg.org/multipage/server-sent-events.html */
const EVENT = /^(?:data|event|id|retry)?:/
