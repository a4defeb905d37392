import { useQuery } from '@tanstack/react-query'
import Hash from 'lucide-react/icons/hash'
import User from 'lucide-react/icons/user'
import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/api/topup.ts'
import { PAYMENT_GATEWAYS } from '#contract/payment-gateways.ts'
import { ORDER_STATUS } from '#contract/statuses.ts'
import { RangeFilter } from '#web/features/logs/filters/range-filter.tsx'
import { listPage } from '#web/ui/table/list-page.tsx'
import { namedOptions } from '#web/ui/table/search/list-filters.tsx'
import type { List } from '#web/ui/table/search/use-list.ts'
import { useOrderColumns } from './columns.tsx'
import { useOrderActions } from './order-actions.tsx'
import { OrderDetail } from './order-detail.tsx'
import { ordersQuery } from './order-list.ts'
import { orderList } from './order-search.ts'
import { OrderRowActions } from './row-actions.tsx'
import { OrderSums } from './sums.tsx'

const nameOf = (order: Order) => order.trade_no

/** The top-up orders of all users, newest first, with their totals. */
export const OrdersPage = listPage<Order, (typeof orderList)['filters']>({
  id: 'all-orders',
  spec: orderList,
  useParts: useOrderParts,
})

function useOrderParts(list: List<(typeof orderList)['filters']>) {
  const { t } = useTranslation('orders')
  const { t: wallet } = useTranslation('wallet')
  const actions = useOrderActions()
  const statuses = Object.values(ORDER_STATUS)
  return {
    title: t('title'),
    notice: <OrderSums filters={list.state.filters} />,
    query: useQuery(ordersQuery(list.state)),
    columns: useOrderColumns(actions),
    nameOf,
    filters: [
      {
        name: 'status',
        label: wallet('orders.status'),
        options: statuses.map((value) => ({ value, label: wallet(`status.${value}`) })),
      },
      { name: 'username', label: t('filter.user'), hint: t('filter.userHint'), icon: User, className: 'sm:w-36!' },
      { name: 'trade_no', label: t('filter.no'), hint: t('filter.noHint'), icon: Hash, className: 'sm:w-44!' },
      { name: 'gateway', label: t('column.gateway'), options: namedOptions(PAYMENT_GATEWAYS) },
      { name: 'range', control: <RangeFilter list={list} initial="all" /> },
    ],
    empty: { title: t('empty.title'), hint: t('empty.hint') },
    muted: ({ status }: Order) => status === 'expired' || status === 'rejected',
    drawer: {
      title: ({ trade_no }: Order) => t('detail.title', { no: trade_no }),
      body: (order: Order) => <OrderDetail order={order} actions={actions} />,
      buttons: (order: Order) => <OrderRowActions order={order} actions={actions} />,
    },
    copies: nameOf,
  }
}
