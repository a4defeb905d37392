import { atOnce, type Steps } from '../../platform/async/steps.ts'
import { COMMA, OPEN_BRACE, OPEN_BRACKET, QUOTE } from './json-bytes.ts'
import { skipString } from './scan-fields.ts'

/**
 * The maximum number of values in a JSON text that has to be parsed: twenty times what a long conversation with
 * many tools has. More would block all other callers for more than a quarter of a second, because a parser cannot
 * be interrupted.
 */
export const MAX_VALUES = 250_000
/** The same for answers that are converted: large lists of embeddings have six million numbers. */
export const MAX_ANSWER_VALUES = 8_000_000
/** Each value takes at least a comma, or two brackets. */
const MIN_VALUE_BYTES = 2
const STEP_BYTES = 128 * 1024

/** Whether a part of a JSON text has more than this number of values. Counts its commas and opening brackets. */
export const hasTooManyValues = (bytes: Buffer, start = 0, end = bytes.length, most = MAX_VALUES): boolean =>
  atOnce(findTooManyValues(bytes, start, end, most))

/** As `hasTooManyValues`; rests now and then. */
export function* findTooManyValues(bytes: Buffer, start = 0, end = bytes.length, most = MAX_VALUES): Steps<boolean> {
  if (end - start <= most * MIN_VALUE_BYTES) return false
  const count = { at: start, values: 0 }
  while (count.at < end) {
    countValues(bytes, count, Math.min(end, count.at + STEP_BYTES))
    if (count.values > most) return true
    yield
  }
  return false
}

/** Goes on to count, until behind `end`. */
function countValues(bytes: Buffer, count: { at: number; values: number }, end: number): void {
  let { at, values } = count
  for (; at < end; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) at = skipString(bytes, at) - 1
    else if (byte === COMMA || byte === OPEN_BRACE || byte === OPEN_BRACKET) values += 1
  }
  count.at = at
  count.values = values
}
