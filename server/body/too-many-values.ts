import { COMMA, skipString } from './scan-fields.ts'

/**
 * What a JSON text may be made of where it has to be parsed: twenty times what a long conversation with many tools has.
 * More would keep all other callers waiting for longer than a quarter of a second, because a parser cannot be interrupted.
 */
export const MOST_VALUES = 250_000
/** The same for answers that are converted: large lists of embeddings have six million numbers. */
export const MOST_ANSWER_VALUES = 8_000_000
/** Each value takes a comma, or two brackets. */
const LEAST_BYTES = 2
const QUOTE = 0x22
const OPEN_BRACE = 0x7b
const OPEN_BRACKET = 0x5b

/** Whether a part of a JSON text is made of more than so many values. Counts its commas and opening brackets. */
export function isCrowded(bytes: Buffer, start = 0, end = bytes.length, most = MOST_VALUES): boolean {
  if (end - start <= most * LEAST_BYTES) return false
  let values = 0
  for (let at = start; at < end; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) at = skipString(bytes, at) - 1
    else if ((byte === COMMA || byte === OPEN_BRACE || byte === OPEN_BRACKET) && ++values > most) return true
  }
  return false
}
