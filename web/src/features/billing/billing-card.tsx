import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { openBilling } from './open-billing.tsx'

/** Card for the details that receipts of payments are made out to. */
export function BillingCard() {
  const { t } = useTranslation('personal')
  return (
    <Card
      title={t('billing.title')}
      action={
        <Button
          size="small"
          aria-label={`${t('billing.change')}: ${t('billing.title')}`}
          onClick={() => void openBilling()}
        >
          {t('billing.change')}
        </Button>
      }
    >
      <p className="text-muted text-small">{t('billing.hint')}</p>
    </Card>
  )
}
