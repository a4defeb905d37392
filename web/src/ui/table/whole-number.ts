import { readNumber } from '../number-text.ts'

/** A whole number as typed or pasted, or null when it is none or lies beyond the bounds: it is never made to fit. */
export function readWhole(text: string, min: number, max: number): number | null {
  const value = readNumber(text, { whole: true })
  return value !== null && Number.isSafeInteger(value) && value >= min && value <= max ? value : null
}
