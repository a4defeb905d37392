/** Ratios of the built-in list have nine significant digits, so that a product is certain to eight. */
const DIGITS = 8

/**
 * Multiplies numbers as the decimals that they are written as and returns the product as a plain decimal, without an
 * exponent, rounded half up to eight significant digits: 15 × 0.00333333333 is `0.05`.
 */
export function decimalProduct(...factors: number[]): string {
  let digits = 1n
  let places = 0
  for (const factor of factors) {
    const [mantissa = '0', exponent = '0'] = factor.toExponential().split('e')
    const [whole = '0', fraction = ''] = mantissa.split('.')
    digits *= BigInt(whole + fraction)
    places += fraction.length - Number(exponent)
  }
  const extra = digits.toString().length - DIGITS
  if (extra > 0) {
    const unit = 10n ** BigInt(extra)
    digits = (digits + unit / 2n) / unit
    places -= extra
  }
  return plain(digits, places)
}

function plain(digits: bigint, places: number): string {
  if (places <= 0) return (digits * 10n ** BigInt(-places)).toString()
  const text = digits.toString().padStart(places + 1, '0')
  const fraction = text.slice(-places).replace(/0+$/, '')
  return fraction ? `${text.slice(0, -places)}.${fraction}` : text.slice(0, -places)
}
