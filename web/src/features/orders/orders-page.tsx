import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import BadgeCheck from 'lucide-react/icons/badge-check'
import Hash from 'lucide-react/icons/hash'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Undo2 from 'lucide-react/icons/undo-2'
import User from 'lucide-react/icons/user'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/api/topup.ts'
import { isConfirmed, PAYMENT_GATEWAYS } from '#contract/payment-gateways.ts'
import { isPaidStatus, ORDER_STATUS, type OrderStatus } from '#contract/statuses.ts'
import { RangeFilter } from '#web/features/logs/filters/range-filter.tsx'
import { useMethodText } from '#web/features/wallet/methods.ts'
import { ORDER_COLOUR, OrderStatusTag } from '#web/features/wallet/order-status.tsx'
import { fullNumber } from '#web/lib/format.ts'
import { paidText } from '#web/lib/format-prices.ts'
import { Status } from '#web/ui/status.tsx'
import {
  actionsColumn,
  column,
  moneyColumn,
  nameColumn,
  nameLink,
  statusColumn,
  textColumn,
  timeColumn,
} from '#web/ui/table/cells.tsx'
import type { Column } from '#web/ui/table/columns/columns.ts'
import { listPage } from '#web/ui/table/list-page.tsx'
import { RowButtons } from '#web/ui/table/row-buttons.tsx'
import { namedOptions } from '#web/ui/table/search/list-filters.tsx'
import type { List } from '#web/ui/table/search/use-list.ts'
import { type OrderActions, useOrderActions } from './order-actions.tsx'
import { OrderDetail } from './order-detail.tsx'
import { ordersQuery, sumsQuery } from './order-list.ts'
import { type OrderListState, orderList } from './order-search.ts'
import { isRefundable } from './refundable.ts'

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

/** The statuses that are summed without a filter. Another status is summed once the list is filtered by it. */
const SUMMED: readonly OrderStatus[] = [ORDER_STATUS.success, ORDER_STATUS.pending, ORDER_STATUS.disputed]

/** The totals of the matching orders: of each status the sums of its currencies. */
function OrderSums({ filters }: Pick<OrderListState, 'filters'>) {
  const { t } = useTranslation('orders')
  const { t: wallet } = useTranslation('wallet')
  const { data: sums = [], isPlaceholderData, isPending } = useQuery(sumsQuery({ filters }))
  const byStatus = Map.groupBy(sums, (sum) => sum.status)
  const shown = filters.status ? [filters.status] : SUMMED
  return (
    <p
      aria-busy={isPending || isPlaceholderData}
      className="flex min-h-6 min-w-0 shrink-0 flex-wrap gap-x-4 gap-y-1 tabular-nums"
    >
      {shown.flatMap((status) => {
        const ofStatus = byStatus.get(status)
        if (!ofStatus) return []
        const price = ofStatus.map(paidText).join(' + ')
        const count = ofStatus.reduce((total, sum) => total + sum.count, 0)
        return (
          <Status key={status} colour={ORDER_COLOUR[status]}>
            {t('sum.text', { status: wallet(`status.${status}`), price, count: fullNumber(count) })}
          </Status>
        )
      })}
    </p>
  )
}

/** Returns the columns of the list of all orders, localised. */
function useOrderColumns(actions: OrderActions): readonly Column<Order>[] {
  const { t } = useTranslation('orders')
  const { t: wallet } = useTranslation('wallet')
  const methodText = useMethodText()
  // The actions are new on every render but act on whatever row they are given: the first ones serve as well.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  return useMemo(
    () => [
      nameColumn(
        'user',
        t('column.user'),
        ({ user_id: id, username }) => (
          <Link to="/user/$id" params={{ id }} {...nameLink(username || `ID ${id}`)} search={{}} />
        ),
        { width: 120 },
      ),
      statusColumn('status', wallet('orders.status'), ({ status }) => <OrderStatusTag status={status} />, {
        width: 148,
      }),
      column('money', wallet('orders.money'), 108, (order) => <span className="tabular-nums">{paidText(order)}</span>, {
        priority: 1,
        align: 'end',
      }),
      moneyColumn('quota', wallet('orders.quota'), (order) => order.quota, { priority: 1 }),
      textColumn('method', wallet('orders.method'), ({ method }) => methodText(method), { width: 108 }),
      textColumn('gateway', t('column.gateway'), (order) => order.gateway, { width: 80 }),
      textColumn('trade_no', wallet('orders.no'), (order) => order.trade_no, {
        width: 140,
        grow: true,
        card: 'wide',
        cut: 'middle',
        copyLabel: (order) => wallet('orders.copyNo', { no: order.trade_no }),
      }),
      timeColumn('create_time', wallet('orders.created'), (order) => order.create_time, { priority: 1, width: 144 }),
      timeColumn('complete_time', wallet('orders.completed'), (order) => order.complete_time, { width: 144 }),
      actionsColumn(t('column.actions'), 80, (order) => <OrderRowActions order={order} actions={actions} />),
    ],
    [t],
  )
}

/** The possible actions on an order: ask the gateway or confirm the transfer, refund. */
function OrderRowActions({ order, actions }: { order: Order; actions: OrderActions }) {
  const { t } = useTranslation('orders')
  const { trade_no: no, status } = order
  const isOpen = !isPaidStatus(status)
  const isByTransfer = isConfirmed(order.gateway)
  const canAsk = isByTransfer ? isOpen && status !== 'rejected' : isOpen || status === 'refunding'
  const ask = isByTransfer
    ? { label: t('confirm.row', { no }), icon: BadgeCheck, run: () => actions.confirm(order) }
    : { label: t('check.row', { no }), icon: RefreshCw, run: () => actions.check(order) }
  const refund = { label: t('refund.row', { no }), icon: Undo2, run: () => actions.refund(order) }
  return (
    <RowButtons
      of={[
        { ...ask, hidden: !canAsk },
        { ...refund, hidden: !isRefundable(order) },
      ]}
    />
  )
}
