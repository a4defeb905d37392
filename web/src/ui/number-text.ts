export interface Bounds {
  min?: number
  max?: number
}

const DIGITS = /^[+-]?(?:\d+\.?\d*|\.\d+)$/
/** Groups of three; with one comma alone, which others write before decimals, only `isDecimalComma` tells. */
const GROUPED = /^[+-]?[1-9]\d{0,2}(?:([,\s])\d{3})(?:\1\d{3})*(?:\.\d+)?$/
const isDecimalComma = (plain: string) => /^[^,.]*,[^,.]*$/.test(plain)

/**
 * The number that a text stands for: null for an empty one, NaN for what is no number or can be read in two ways.
 * Exponents are not read. `1,234` is, where only whole numbers make sense.
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

/** Whether a value lies outside of its bounds, or of what is held to the last digit; none lies nowhere. */
export const isBeyond = (value: number | null, { min = -EXACT, max = EXACT }: Bounds) =>
  value !== null && (value < min || value > max)

/** The next value in the direction of `by`, within the bounds; without a value it begins with what is nearest to zero. */
export const stepNumber = (value: number | null, by: number, bounds: Bounds) =>
  within(value === null || Number.isNaN(value) ? 0 : value + by, bounds)

/** The digits that stand for a value: never in exponents, never grouped; "" for none. */
export const showNumber = (value: number | null) => (value === null || Number.isNaN(value) ? '' : FORMAT.format(value))

const FORMAT = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 20 })

/** Digits behind the point that a step may leave. */
const STEP_DIGITS = 6

function within(value: number, { min = -Infinity, max = Infinity }: Bounds): number {
  return Math.min(max, Math.max(min, Number(value.toFixed(STEP_DIGITS))))
}
