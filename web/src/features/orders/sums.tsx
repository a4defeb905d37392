import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { OrderSum } from '#contract/api/topup.ts'
import { ORDER_STATUS } from '#contract/statuses.ts'
import { ORDER_COLOUR } from '#web/features/wallet/order-status.tsx'
import { usePriceText } from '#web/features/wallet/use-price-text.ts'
import { formatQuota, fullNumber } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'
import { Status } from '#web/ui/status.tsx'
import { sumsQuery } from './order-list.ts'
import type { OrderListState } from './order-search.ts'

/** Paid orders first: they matter most. */
const STATUSES = [
  ORDER_STATUS.success,
  ORDER_STATUS.disputed,
  ORDER_STATUS.refunding,
  ORDER_STATUS.partlyRefunded,
  ORDER_STATUS.refunded,
  ORDER_STATUS.chargedBack,
  ORDER_STATUS.pending,
  ORDER_STATUS.expired,
  ORDER_STATUS.rejected,
]
const inOrder = (sums: readonly OrderSum[]) =>
  sums.toSorted((a, b) => STATUSES.indexOf(a.status) - STATUSES.indexOf(b.status))

/** The totals of the matching orders, by status. */
export function OrderSums({ filters }: Pick<OrderListState, 'filters'>) {
  const { t } = useTranslation('orders')
  const { t: wallet } = useTranslation('wallet')
  const status = useStatus()
  const priceText = usePriceText()
  const { data: sums = [], isPlaceholderData, isPending } = useQuery(sumsQuery({ filters }))
  return (
    <div
      aria-busy={isPending || isPlaceholderData}
      className="flex min-h-6 min-w-0 shrink-0 flex-wrap gap-x-4 gap-y-1 tabular-nums"
    >
      {inOrder(sums).map((sum) => (
        <Status
          key={`${sum.status} ${sum.currency}`}
          colour={ORDER_COLOUR[sum.status]}
          tooltip={t('sum.hint', { count: fullNumber(sum.count), quota: formatQuota(sum.quota, status) })}
        >
          {t('sum.text', {
            status: wallet(`status.${sum.status}`),
            price: priceText(sum),
            count: fullNumber(sum.count),
          })}
        </Status>
      ))}
    </div>
  )
}
