import { Link } from '@tanstack/react-router'
import Landmark from 'lucide-react/icons/landmark'
import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/api/topup.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { tip } from '#web/ui/tooltip.tsx'

/** Shows the account data and the reference of an order that waits for a bank transfer. */
export function TransferLink({ order }: { order: Order }) {
  const { t } = useTranslation('wallet')
  return (
    <Link
      from="/topup"
      to="/topup"
      search={(search) => ({ ...search, order: order.trade_no })}
      aria-label={t('transfer.showOf', { no: order.trade_no })}
      className={buttonClass('ghost', 'small', 'px-1.5! text-muted! hover:text-text!')}
      {...tip(t('transfer.show'))}
    >
      <Landmark size={15} aria-hidden />
    </Link>
  )
}
