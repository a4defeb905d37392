import { useTranslation } from 'react-i18next'
import type { CatalogueRow } from '#contract/api/models.ts'
import { hasOutputPrice } from '#contract/models.ts'
import { fullNumber, scaleOf } from '#web/lib/format.ts'
import { formatPrice, formatRatio, priceCurrency } from '#web/lib/format-prices.ts'
import { isPerCall, usdOfCall } from './prices.ts'
import type { Viewed } from './viewed.ts'

/** The cost calculation of one call. */
export function Formula({ row, view }: { row: CatalogueRow; view: Viewed }) {
  const { t } = useTranslation('pricing')
  const { display } = view
  // The reader's own ratio stands beside the group's.
  const group = [view.groupRatio, ...(view.userRatio === 1 ? [] : [view.userRatio])].map(formatRatio).join(' × ')
  const cost = formatPrice(usdOfCall(row, view.ratio, display.quota_per_unit, view.tokens), display)
  const text = isPerCall(row)
    ? t('formula.perCall', { group, price: formatPrice(row.model_price, display), cost })
    : t('formula.tokens', {
        group,
        cost,
        rate: priceCurrency(display) === 'USD' ? '' : ` × ${scaleOf(display).rate}`,
        ratio: formatRatio(row.model_ratio),
        completion: formatRatio(row.completion_ratio),
        input: fullNumber(view.tokens.input),
        output: fullNumber(hasOutputPrice(row.kind) ? view.tokens.output : 0),
      })
  return <span className="text-text tabular-nums">{text}</span>
}
