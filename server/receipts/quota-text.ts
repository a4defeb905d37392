import type { OptionValues } from '#contract/options.ts'
import type { Words } from '#contract/words.ts'

type Display = Readonly<Pick<OptionValues, 'DisplayInCurrencyEnabled' | 'QuotaPerUnit'>>

/** Quota units as text of log rows: `＄0.002000 额度`, or `1000 点额度` if currency is not shown. */
export function quotaText(units: number, { DisplayInCurrencyEnabled, QuotaPerUnit }: Display): Words {
  if (!DisplayInCurrencyEnabled) return { zh: `${units} 点额度`, en: `${units} quota units` }
  const dollars = (units / QuotaPerUnit).toFixed(6)
  return { zh: `＄${dollars} 额度`, en: `$${dollars.replace(BEHIND_CENTS, '')}`.replace('$-', '-$') }
}

const BEHIND_CENTS = /(?<=\.\d\d\d*?)0+$/

/**
 * Quota units independent of language: `$0.08`, or `$0.001998` below a cent, or `1000` if currency is not shown.
 */
export function quotaFigure(units: number, { DisplayInCurrencyEnabled, QuotaPerUnit }: Display): string {
  if (!DisplayInCurrencyEnabled) return String(units)
  const dollars = units / QuotaPerUnit
  return `$${dollars.toFixed(dollars === 0 || dollars >= 0.01 ? 2 : 6)}`
}
