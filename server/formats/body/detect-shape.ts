import { OPEN_BRACE, OPEN_BRACKET } from './json-bytes.ts'
import { skipBlank } from './scan-fields.ts'

/**
 * Detects the kind of an answer by its first bytes, whatever its content type is; undefined = only white space so
 * far. `other`: a page, a text, or binary data.
 */
export function detectShape(bytes: Buffer): 'json' | 'events' | 'other' | undefined {
  const at = skipBlank(
    bytes,
    bytes[0] === BYTE_ORDER_MARK[0] && bytes.indexOf(BYTE_ORDER_MARK) === 0 ? BYTE_ORDER_MARK.length : 0,
  )
  if (at >= bytes.length) return undefined
  if (bytes[at] === OPEN_BRACE || bytes[at] === OPEN_BRACKET) return 'json'
  return EVENT.test(bytes.toString('latin1', at, at + MAX_NAME_LENGTH)) ? 'events' : 'other'
}

/** The byte order mark that some servers put first. */
const BYTE_ORDER_MARK = Buffer.from('\uFEFF')
/** The first line of a server-sent event: https://html.spec.whatwg.org/multipage/server-sent-events.html */
const EVENT = /^(?:data|event|id|retry)?:/
const MAX_NAME_LENGTH = 'event:'.length
