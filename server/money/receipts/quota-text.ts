import {
  amountText,
  type DisplayOptions,
  displayScale,
  exactAmount,
  symbolOf,
} from '#contract/currency/display-currency.ts'
import type { Words } from '#contract/words.ts'

const DIGITS = 6
/** Of amounts that would be 0 with fewer digits. */
const MAX_DIGITS = 14

/**
 * Quota units as text of log rows: `＄0.002000 额度`, or `1000 点额度` if currency is not shown. Of 342,466 units, which
 * ¥5 became, the text is ¥5 again.
 */
export function quotaText(units: number, display: Readonly<DisplayOptions>): Words {
  if (!display.DisplayInCurrencyEnabled) return { zh: `${units} 点额度`, en: `${units} quota units` }
  const amount = exactAmount(units, displayScale(display)).toFixed(DIGITS)
  const symbol = symbolOf(display.DisplayCurrency)
  return {
    zh: `${WIDE[symbol] ?? symbol}${amount} 额度`,
    en: withSymbol(symbol, amount.replace(BEHIND_CENTS, '')),
  }
}

/** The signs of Chinese texts. */
const WIDE: Record<string, string> = { $: '＄', '¥': '￥' }

const BEHIND_CENTS = /(?<=\.\d\d\d*?)0+$/

const withSymbol = (symbol: string, amount: string) => `${symbol}${amount}`.replace(`${symbol}-`, `-${symbol}`)

/**
 * Quota units independent of language: `$0.08`, or `$0.001998` below a cent, or `1000` if currency is not shown.
 */
export function quotaFigure(units: number, display: Readonly<DisplayOptions>): string {
  if (!display.DisplayInCurrencyEnabled) return String(units)
  const amount = amountText(units, displayScale(display), DIGITS)
  const isSmall = units !== 0 && Math.abs(Number(amount)) < 0.01
  return isSmall ? exactFigure(units, display) : figure(units, display, 2)
}

/**
 * Quota units in the text of an error or a notification: money, exact where a cent would be too coarse (`$0.024002`),
 * or units with their name if currency is not shown.
 */
export function quotaWords(units: number, display: Readonly<DisplayOptions>): Words {
  if (!display.DisplayInCurrencyEnabled) {
    return { zh: `${units} 点额度`, en: `${units} quota ${units === 1 ? 'unit' : 'units'}` }
  }
  const amount = exactFigure(units, display)
  return { zh: amount, en: amount }
}

/** A sum of quota units in a text: money in cents, exact below a cent, or units with their name if currency is not shown. */
export function sumWords(units: number, display: Readonly<DisplayOptions>): Words {
  if (!display.DisplayInCurrencyEnabled) return quotaWords(units, display)
  const amount = quotaFigure(units, display)
  return { zh: amount, en: amount }
}

function exactFigure(units: number, display: Readonly<DisplayOptions>): string {
  const isTiny = units !== 0 && Number(amountText(units, displayScale(display), DIGITS)) === 0
  return figure(units, display, isTiny ? MAX_DIGITS : DIGITS)
}

const figure = (units: number, display: Readonly<DisplayOptions>, digits: number): string =>
  withSymbol(
    symbolOf(display.DisplayCurrency),
    amountText(units, displayScale(display), digits).replace(BEHIND_CENTS, ''),
  )
