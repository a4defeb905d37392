import { Link } from '@tanstack/react-router'
import ReceiptText from 'lucide-react/icons/receipt-text'
import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/api/topup.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { tip } from '#web/ui/tooltip.tsx'

/** Leads to the receipt of an order. */
export function ReceiptLink({ order }: { order: Order }) {
  const { t } = useTranslation('wallet')
  return (
    <Link
      to="/receipt/$id"
      params={{ id: String(order.id) }}
      aria-label={t('receipt.openOf', { no: order.trade_no })}
      className={buttonClass('ghost', 'small', 'px-1.5! text-muted! hover:text-text!')}
      {...tip(t('receipt.open'))}
    >
      <ReceiptText size={15} aria-hidden />
    </Link>
  )
}
