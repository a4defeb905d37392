import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/api/topup.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy/copy.tsx'
import { usePriceText } from './use-price-text.ts'

/** What a payer needs for a bank transfer: account, amount, and the reference that binds it to the order. */
export function TransferCard({ order, onDismiss }: { order: Order; onDismiss: () => void }) {
  const { t } = useTranslation('wallet')
  const priceText = usePriceText()
  const { reference, account, money } = order
  const facts = [
    { name: t('transfer.amount'), shown: priceText(order), copied: money.toFixed(2) },
    { name: t('transfer.reference'), shown: reference, copied: reference },
    { name: t('transfer.account'), shown: account.join('\n'), copied: account.join('\n') },
  ]
  return (
    <Card title={t('transfer.title')}>
      <p>{t('transfer.how')}</p>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[auto_auto_1fr]">
        {facts.map(({ name, shown, copied }) => (
          <div key={name} className="min-w-0">
            <dt className="text-muted text-small">{name}</dt>
            <dd className="flex items-start gap-1">
              <span className="min-w-0 whitespace-pre-line break-words font-strong tabular-nums">{shown}</span>
              <CopyButton className="-mt-1" label={t('transfer.copy', { name })} text={copied} shown={name} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-muted text-small">{t('transfer.later', { no: order.trade_no })}</p>
      <div>
        <Button size="small" onClick={onDismiss}>
          {t('transfer.close')}
        </Button>
      </div>
    </Card>
  )
}
