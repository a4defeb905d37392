import { skipBlank } from './scan-fields.ts'

/**
 * What the first bytes of an answer say that it is, whatever its content type says; undefined = nothing but blanks so far.
 * `other`: a page, a text, or something binary.
 */
export function shapeOf(bytes: Buffer): 'json' | 'events' | 'other' | undefined {
  const at = skipBlank(bytes, bytes[0] === MARK[0] && bytes.indexOf(MARK) === 0 ? MARK.length : 0)
  if (at >= bytes.length) return undefined
  if (bytes[at] === OPEN_BRACE || bytes[at] === OPEN_BRACKET) return 'json'
  return EVENT.test(bytes.toString('latin1', at, at + LONGEST_NAME)) ? 'events' : 'other'
}

/** The byte order mark that some servers put in front. */
const MARK = Buffer.from('\uFEFF')
const OPEN_BRACE = 0x7b
const OPEN_BRACKET = 0x5b
/** The first line of a server-sent event: https://html.spec.whatwg.org/multipage/server-sent-events.html */
const EVENT = /^(?:data|event|id|retry)?:/
const LONGEST_NAME = 'event:'.length
