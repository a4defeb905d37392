import { plainNumber, roundTo } from '#web/lib/format.ts'

export interface Bounds {
  min?: number
  max?: number
}

const DIGITS = /^[+-]?(?:\d+\.?\d*|\.\d+)$/
/** Groups of three digits; a single comma may be a decimal comma, which `isDecimalComma` decides. */
const GROUPED = /^[+-]?[1-9]\d{0,2}(?:([,\s])\d{3})(?:\1\d{3})*(?:\.\d+)?$/
const isDecimalComma = (plain: string) => /^[^,.]*,[^,.]*$/.test(plain)

/**
 * Reads a typed number: null when empty, NaN when invalid or ambiguous. Exponents are refused. `1,234` is accepted
 * only where whole numbers are required.
 */
export function readNumber(text: string, { whole = false } = {}): number | null {
  const plain = text
    .normalize('NFKC')
    .trim()
    .replace(/^[\u2212\u2013]/, '-')
  if (plain === '') return null
  if (DIGITS.test(plain)) return Number(plain)
  if (!GROUPED.test(plain) || (!whole && isDecimalComma(plain))) return Number.NaN
  return Number(plain.replace(/[,\s]/g, ''))
}

const EXACT = Number.MAX_SAFE_INTEGER

/** Whether a value is out of its bounds or of the exact range; false for null. */
export const isBeyond = (value: number | null, { min = -EXACT, max = EXACT }: Bounds) =>
  value !== null && (value < min || value > max)

/** The next value in the direction of `by`, within the bounds; null starts from the value nearest to zero. */
export const stepNumber = (value: number | null, by: number, bounds: Bounds) =>
  within(value === null || Number.isNaN(value) ? 0 : value + by, bounds)

/** The digits of a value, without exponent or grouping; "" for null and NaN. */
export const showNumber = (value: number | null) => (value === null || Number.isNaN(value) ? '' : plainNumber(value))

/** Maximum number of decimals after a step. */
const STEP_DIGITS = 6

function within(value: number, { min = -Infinity, max = Infinity }: Bounds): number {
  return Math.min(max, Math.max(min, roundTo(value, STEP_DIGITS)))
}
