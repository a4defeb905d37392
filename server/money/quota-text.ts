import type { OptionValues } from '#contract/options.ts'

type Display = Readonly<Pick<OptionValues, 'DisplayInCurrencyEnabled' | 'QuotaPerUnit'>>

/** Quota units in the words of log rows: `＄0.002000 额度`, or `1000 点额度` where currency is not shown. */
export function quotaText(units: number, { DisplayInCurrencyEnabled, QuotaPerUnit }: Display): string {
  return DisplayInCurrencyEnabled ? `＄${(units / QuotaPerUnit).toFixed(6)} 额度` : `${units} 点额度`
}

/** Quota units in no language's words: `$0.08`, or `$0.001998` below a cent, or `1000` where currency is not shown. */
export function quotaFigure(units: number, { DisplayInCurrencyEnabled, QuotaPerUnit }: Display): string {
  if (!DisplayInCurrencyEnabled) return String(units)
  const dollars = units / QuotaPerUnit
  return `$${dollars.toFixed(dollars === 0 || dollars >= 0.01 ? 2 : 6)}`
}
