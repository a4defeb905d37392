/** Exact arithmetic with decimals as they are written. Pure functions. */

/** Ratios of the built-in list have nine significant digits, so that a product is certain to eight. */
const RATIO_DIGITS = 9
const DIGITS = RATIO_DIGITS - 1

/** A decimal: `digits` divided by ten to the power of `places`. */
interface Decimal {
  digits: bigint
  places: number
}

function decimalOf(number: number): Decimal {
  const [mantissa = '0', exponent = '0'] = number.toExponential().split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  return { digits: BigInt(whole + fraction), places: fraction.length - Number(exponent) }
}

/**
 * Multiplies numbers as the decimals that they are written as and returns the product as a plain decimal, without an
 * exponent, rounded half up to eight significant digits: 15 × 0.00333333333 is `0.05`.
 */
export function decimalProduct(...factors: number[]): string {
  const product = factors
    .map(decimalOf)
    .reduce((sum, { digits, places }) => ({ digits: sum.digits * digits, places: sum.places + places }), {
      digits: 1n,
      places: 0,
    })
  return plain(rounded(product, DIGITS))
}

/**
 * Divides two numbers as the decimals that they are written as: the ratio that the price code computes with, rounded
 * half up to nine significant digits. Times the divisor, it gives every dividend of at most eight digits back. The
 * divisor must be above 0.
 */
export function decimalRatio(dividend: number, divisor: number): number {
  const [above, below] = [decimalOf(dividend), decimalOf(divisor)]
  if (above.digits === 0n) return 0
  // More digits than the ratio has, so that the rest of the division does not change its rounding.
  const extra = RATIO_DIGITS + below.digits.toString().length + 1
  const digits = (above.digits * 10n ** BigInt(extra)) / below.digits
  return Number(plain(rounded({ digits, places: above.places - below.places + extra }, RATIO_DIGITS)))
}

/**
 * Multiplies numbers as the decimals that they are written as, divides the product by another one above 0, and returns
 * the quotient with `places` decimals, rounded half away from zero: 100 × 7.3 / 500000 with four is `0.0015`.
 */
export function quotientText(factors: readonly number[], divisor: number, places: number): string {
  const product = factors.map(decimalOf).reduce((one, other) => ({
    digits: one.digits * other.digits,
    places: one.places + other.places,
  }))
  const by = decimalOf(divisor)
  const shift = places + by.places - product.places
  const above = magnitude(product.digits) * 10n ** BigInt(Math.max(0, shift))
  const below = by.digits * 10n ** BigInt(Math.max(0, -shift))
  const digits = (2n * above + below) / (2n * below)
  return `${product.digits < 0n && digits > 0n ? '-' : ''}${fixed(digits, places)}`
}

const magnitude = (digits: bigint) => (digits < 0n ? -digits : digits)

function fixed(digits: bigint, places: number): string {
  const text = digits.toString().padStart(places + 1, '0')
  return places > 0 ? `${text.slice(0, -places)}.${text.slice(-places)}` : text
}

function rounded({ digits, places }: Decimal, significant: number): Decimal {
  const extra = digits.toString().length - significant
  if (extra <= 0) return { digits, places }
  const unit = 10n ** BigInt(extra)
  return { digits: (digits + unit / 2n) / unit, places: places - extra }
}

function plain({ digits, places }: Decimal): string {
  if (places <= 0) return (digits * 10n ** BigInt(-places)).toString()
  const text = digits.toString().padStart(places + 1, '0')
  const fraction = text.slice(-places).replace(/0+$/, '')
  return fraction ? `${text.slice(0, -places)}.${fraction}` : text.slice(0, -places)
}
