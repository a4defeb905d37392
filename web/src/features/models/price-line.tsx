import { useTranslation } from 'react-i18next'
import type { Viewed } from '#web/features/prices/public/viewed.ts'
import { cx } from '#web/lib/cx.ts'
import { formatPrice, formatRatio, priceCurrency } from '#web/lib/format-prices.ts'
import { Button } from '#web/ui/button.tsx'
import { tipIfCut } from '#web/ui/tooltip.tsx'

interface PriceLineProps {
  view: Viewed
  isVisitor: boolean
  /** The calculation is explained below. */
  isExplained: boolean
  onExplain: () => void
  onBack: () => void
}

/** States in one line which group's prices are shown, and how a cost follows from ratios. */
export function PriceLine({ view, isVisitor, isExplained, onExplain, onBack }: PriceLineProps) {
  const { t } = useTranslation('pricing')
  const { group, own, display } = view
  const which = own ? (isVisitor ? 'banner.visitor' : 'banner.own') : 'banner.other'
  const text = t(which, { group, ratio: formatRatio(view.groupRatio) })
  const personal = view.userRatio === 1 ? '' : t('banner.userRatio', { ratio: formatRatio(view.userRatio) })
  const rate = priceCurrency(display) === 'USD' ? '' : t('formula.rate', { amount: formatPrice(1, display) })
  return (
    <div className="flex min-h-7 shrink-0 items-center gap-3 whitespace-nowrap text-small">
      <p
        role="status"
        className={cx(
          'min-w-0 max-sm:whitespace-normal sm:truncate',
          own && !isVisitor ? 'text-success' : 'text-warning',
        )}
        {...tipIfCut(text + personal)}
      >
        {text}
        {personal}
      </p>
      {!own && (
        <Button size="small" className="shrink-0" onClick={onBack}>
          {t('banner.back')}
        </Button>
      )}
      <p className="min-w-0 flex-1 truncate text-end text-muted max-sm:hidden" {...tipIfCut(t('formula.text') + rate)}>
        {t('formula.text')}
        {rate}
      </p>
      <Button size="small" className="shrink-0 max-sm:ms-auto" aria-expanded={isExplained} onClick={onExplain}>
        {t('formula.open')}
      </Button>
    </div>
  )
}
