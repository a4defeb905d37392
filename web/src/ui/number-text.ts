export interface Bounds {
  min?: number
  max?: number
}

/** The most digits behind the point. */
const DIGITS = 6

/** What is typed or pasted, in plain digits without separators; null when it cannot become a number. */
export function plainNumber(text: string, { min = -Infinity }: Bounds): string | null {
  const plain = text
    .normalize('NFKC')
    .replace(/[,\s]/g, '')
    .replace(/^\u2212/, '-')
  return (min < 0 ? /^[-+]?\d*\.?\d*$/ : /^\+?\d*\.?\d*$/).test(plain) ? plain : null
}

/** The number in plain digits, brought within its bounds; null for none, undefined while it is but a sign or a point. */
export function readNumber(plain: string, bounds: Bounds): number | null | undefined {
  if (plain === '') return null
  return /\d/.test(plain) ? within(Number(plain), bounds) : undefined
}

/** The next value in the direction of `by`; an empty field begins with what is nearest to zero. */
export const stepNumber = (value: number | null, by: number, bounds: Bounds) =>
  within(value === null ? 0 : value + by, bounds)

/** The digits that stand for a value: never in exponents, never grouped. */
export const showNumber = (value: number | null) => (value === null ? '' : FORMAT.format(value))

const FORMAT = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: DIGITS })

function within(value: number, { min = -Infinity, max = Infinity }: Bounds): number {
  return Math.min(max, Math.max(min, Number(value.toFixed(DIGITS))))
}
