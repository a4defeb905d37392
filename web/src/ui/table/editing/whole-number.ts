import { readNumber } from '../../number-text.ts'

/** Reads a typed or pasted whole number, at least `min`; null when invalid or above `max`. */
export function readWhole(text: string, min: number, max: number): number | null {
  const value = readNumber(text, { whole: true })
  return value !== null && Number.isSafeInteger(value) && value <= max ? Math.max(min, value) : null
}
