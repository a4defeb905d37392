import { plainNumber } from '../number-text.ts'

/** A whole number as typed or pasted, or null when it is none or lies beyond the bounds: it is never made to fit. */
export function readWhole(text: string, min: number, max: number): number | null {
  const plain = plainNumber(text, { min: Math.min(min, -1) })
  const value = plain && /\d/.test(plain) ? Number(plain) : Number.NaN
  return Number.isSafeInteger(value) && value >= min && value <= max ? value : null
}
