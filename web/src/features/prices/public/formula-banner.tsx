import { useTranslation } from 'react-i18next'
import { useStatus } from '#web/lib/status.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatPrice, priceCurrency } from './prices.ts'

interface FormulaBannerProps {
  explained: boolean
  onExplain: () => void
}

/** The cost formula in one line; an example with the user's own numbers expands below. */
export function FormulaBanner({ explained, onExplain }: FormulaBannerProps) {
  const { t } = useTranslation('pricing')
  const status = useStatus()
  return (
    <Banner
      tone="info"
      className="shrink-0 max-sm:text-small"
      action={
        <Button size="small" aria-expanded={explained} onClick={onExplain}>
          {t('formula.open')}
        </Button>
      }
    >
      {t('formula.text')}
      {priceCurrency(status) !== 'USD' && t('formula.rate', { amount: formatPrice(1, status) })}
    </Banner>
  )
}
