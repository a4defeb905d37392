import type { OptionValues } from '#contract/options.ts'

type Display = Readonly<Pick<OptionValues, 'DisplayInCurrencyEnabled' | 'QuotaPerUnit'>>

/** Quota units in the words of log rows: `＄0.002000 额度`, or `1000 点额度` where currency is not shown. */
export function quotaText(units: number, { DisplayInCurrencyEnabled, QuotaPerUnit }: Display): string {
  return DisplayInCurrencyEnabled ? `＄${(units / QuotaPerUnit).toFixed(6)} 额度` : `${units} 点额度`
}
