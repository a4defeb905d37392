import type { Steps } from '../../platform/async/steps.ts'

/** So many bytes are searched before others have their turn: a tenth of a millisecond. */
const STEP_BYTES = 512 * 1024

/** A view of a smaller buffer costs more than searching it to its end. */
const VIEWED_BYTES = 16 * 1024

/** As `findInSteps`, without a rest. */
export function findAtOnce(bytes: Buffer, mark: Buffer, from: number, to: number): number {
  if (bytes.length < VIEWED_BYTES) {
    const at = bytes.indexOf(mark, from)
    return at < to ? at : -1
  }
  const at = bytes.subarray(from, to + mark.length - 1).indexOf(mark)
  return at < 0 ? -1 : from + at
}

/** Returns the first position from `from` on at which a mark stands that begins before `to`; −1 = there is none. */
export function* findInSteps(bytes: Buffer, mark: Buffer, from = 0, to = bytes.length): Steps<number> {
  for (let start = from; start < to; start += STEP_BYTES) {
    const end = Math.min(to, start + STEP_BYTES) + mark.length - 1
    const at = bytes.subarray(start, end).indexOf(mark)
    if (at >= 0) return start + at
    if (start + STEP_BYTES < to) yield
  }
  return -1
}
