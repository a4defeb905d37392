import type { Steps } from '../async/steps.ts'

/** So many bytes are searched before others have their turn: a tenth of a millisecond. */
const STEP_BYTES = 512 * 1024

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
