import { readNumber } from '../number-text.ts'

/** A whole number as typed or pasted, at least `min`; null when it is none or above `max`. */
export function readWhole(text: string, min: number, max: number): number | null {
  const value = readNumber(text, { whole: true })
  return value !== null && Number.isSafeInteger(value) && value <= max ? Math.max(min, value) : null
}
