import type { Steps } from '../../platform/async/steps.ts'

/** So many bytes are copied before others have their turn: a third of a millisecond, with the memory for them. */
const STEP_BYTES = 512 * 1024

/** As `Buffer.concat`; rests now and then. */
export function* concatInSteps(parts: readonly Buffer[]): Steps<Buffer> {
  const bytes = parts.reduce((sum, { length }) => sum + length, 0)
  if (bytes <= STEP_BYTES) return Buffer.concat(parts, bytes)
  const whole = Buffer.allocUnsafeSlow(bytes)
  let at = 0
  let rested = 0
  for (const part of parts) {
    for (let from = 0; from < part.length; from += STEP_BYTES) {
      at += part.copy(whole, at, from, from + STEP_BYTES)
      if (at - rested < STEP_BYTES) continue
      rested = at
      yield
    }
  }
  return whole
}
