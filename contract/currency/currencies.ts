/** Currencies without hundredths in use: a price in them is a whole number. */
const WHOLE: readonly string[] = ['CLP', 'ISK', 'JPY', 'KRW', 'PYG', 'UGX', 'VND', 'XAF', 'XOF', 'XPF']
/**
 * Amounts are counted in hundredths of every currency. Stripe counts them in the currency's smallest unit, which is
 * the whole for some and a thousandth for others (docs.stripe.com/currencies). Where a currency has lost its hundredths
 * lately, Stripe still counts them.
 */
const SMALLEST_IS_WHOLE = WHOLE.filter((currency) => currency !== 'ISK' && currency !== 'UGX')
const THOUSANDTHS: readonly string[] = ['BHD', 'JOD', 'KWD', 'OMR', 'TND']

/** The step, in hundredths, of prices in a currency. */
export const priceStep = (currency: string): number => (WHOLE.includes(currency) ? 100 : 1)

/** Converts hundredths to the smallest units in which Stripe counts a currency. */
export function toSmallestUnits(cents: number, currency: string): number {
  if (SMALLEST_IS_WHOLE.includes(currency)) return Math.round(cents / 100)
  return THOUSANDTHS.includes(currency) ? cents * 10 : cents
}

/** Converts smallest units to hundredths. A part of a hundredth counts as a whole one. */
export function fromSmallestUnits(amount: number, currency: string): number {
  if (SMALLEST_IS_WHOLE.includes(currency)) return amount * 100
  return THOUSANDTHS.includes(currency) ? Math.ceil(amount / 10) : amount
}
