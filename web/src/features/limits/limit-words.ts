import type { TFunction } from 'i18next'
import { type Budget, LIMIT_MEASURES, type Limits } from '#contract/limits.ts'
import { formatQuota, fullNumber, type QuotaDisplay } from '#web/lib/format.ts'

type Words = TFunction<'limits'>

/** Says limits in one line: `60 calls a minute, 4 at once, $10.00 a day`; "" = there are none. */
export function limitsSentence(limits: Limits | null, t: Words, display: QuotaDisplay): string {
  if (!limits) return ''
  const counts = LIMIT_MEASURES.flatMap((measure) => {
    const limit = limits[measure]
    return limit === undefined ? [] : [t(`sentence.${measure}`, { count: limit, limit: fullNumber(limit) })]
  })
  const budgets = (limits.budgets ?? []).map((budget) => budgetSentence(budget, t, display))
  return [...counts, ...budgets].join(t('comma'))
}

/** Says one budget: `$10.00 a day for claude-opus*`. */
export function budgetSentence({ window, quota, models }: Budget, t: Words, display: QuotaDisplay): string {
  const amount = formatQuota(quota, display)
  const whole = t(`budget.${window}`, { amount })
  return models ? t('forModels', { budget: whole, models: models.join(', ') }) : whole
}
