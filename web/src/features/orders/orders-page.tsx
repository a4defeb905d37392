import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/api/topup.ts'
import { copyText } from '#web/ui/copy/copy.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { ListPage } from '#web/ui/table/list-page.tsx'
import { useList } from '#web/ui/table/search/use-list.ts'
import { useOrderColumns } from './columns.tsx'
import { OrderFilters } from './filters.tsx'
import { useOrderActions } from './order-actions.tsx'
import { OrderDetail } from './order-detail.tsx'
import { ordersQuery } from './order-list.ts'
import { orderList } from './order-search.ts'
import { OrderSums } from './sums.tsx'

const idOf = (order: Order) => order.id
const nameOf = (order: Order) => order.trade_no

/** The top-up orders of all users, newest first, with their totals. */
export function OrdersPage() {
  const { t } = useTranslation('orders')
  const list = useList('all-orders', orderList)
  const query = useQuery(ordersQuery(list.state))
  const actions = useOrderActions()
  const columns = useOrderColumns(actions)
  return (
    <ListPage title={t('title')} notice={<OrderSums filters={list.state.filters} />}>
      <DataTable
        caption={t('title')}
        list={list}
        query={query}
        columns={columns}
        idOf={idOf}
        nameOf={nameOf}
        filters={<OrderFilters list={list} />}
        empty={{ title: t('empty.title'), hint: t('empty.hint') }}
        muted={({ status }) => status === 'expired' || status === 'rejected'}
        details={(order) => <OrderDetail order={order} actions={actions} />}
        onCopy={(order) => void copyText(order.trade_no, order.trade_no)}
      />
    </ListPage>
  )
}
