import { useTranslation } from 'react-i18next'
import type { PricingRow } from '#contract/api/pricing.ts'
import { fullNumber } from '#web/lib/format.ts'
import { formatRatio, formatUsd, isPerCall, usdOfCall } from './prices.ts'
import type { Viewed } from './viewed.ts'

/** The cost calculation of one call. */
export function Formula({ row, view }: { row: PricingRow; view: Viewed }) {
  const { t } = useTranslation('pricing')
  // The reader's own ratio stands beside the group's.
  const group = [view.groupRatio, ...(view.userRatio === 1 ? [] : [view.userRatio])].map(formatRatio).join(' × ')
  const cost = formatUsd(usdOfCall(row, view.ratio, view.quotaPerUnit, view.tokens))
  const text = isPerCall(row)
    ? t('formula.perCall', { group, price: formatUsd(row.model_price), cost })
    : t('formula.tokens', {
        group,
        cost,
        ratio: formatRatio(row.model_ratio),
        completion: formatRatio(row.completion_ratio),
        input: fullNumber(view.tokens.input),
        output: fullNumber(view.tokens.output),
      })
  return <span className="text-text tabular-nums">{text}</span>
}
