import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Landmark from 'lucide-react/icons/landmark'
import ReceiptText from 'lucide-react/icons/receipt-text'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/api/topup.ts'
import { ORDER_STATUS, type OrderStatus } from '#contract/statuses.ts'
import { paidText } from '#web/lib/format-prices.ts'
import { buttonClass } from '#web/ui/button.tsx'
import {
  actionsColumn,
  column,
  moneyColumn,
  nameColumn,
  statusColumn,
  textColumn,
  timeColumn,
} from '#web/ui/table/cells.tsx'
import type { Column } from '#web/ui/table/columns/columns.ts'
import { listPage } from '#web/ui/table/list-page.tsx'
import type { List } from '#web/ui/table/search/use-list.ts'
import { tip } from '#web/ui/tooltip.tsx'
import { useMethodText } from './methods.ts'
import { OrderStatusTag } from './order-status.tsx'
import { ordersQuery } from './queries.ts'
import { orderList } from './wallet-search.ts'

const STATUSES = Object.values(ORDER_STATUS) as OrderStatus[]
const nameOf = (order: Order) => order.trade_no

/** The user's orders at payment gateways. */
export const OrdersList = listPage<Order, (typeof orderList)['filters']>({
  id: 'wallet-orders',
  spec: orderList,
  embedded: true,
  useParts: useOrderParts,
})

function useOrderParts(list: List<(typeof orderList)['filters']>) {
  const { t } = useTranslation('wallet')
  const options = STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))
  return {
    title: t('lists.orders'),
    query: useQuery(ordersQuery(list.state)),
    columns: useColumns(),
    nameOf,
    filters: [{ name: 'status', label: t('orders.status'), options }],
    empty: { title: t('orders.empty'), hint: t('orders.emptyHint') },
    drawer: { title: nameOf },
    copies: nameOf,
  }
}

function useColumns(): readonly Column<Order>[] {
  const { t } = useTranslation('wallet')
  const methodText = useMethodText()
  // The price's text is a function of the language, as `t` is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  return useMemo(() => {
    return [
      moneyNameColumn(t('orders.quota')),
      statusColumn('status', t('orders.status'), (order) => <OrderStatusTag status={order.status} />),
      column('money', t('orders.money'), 120, (order) => <span className="tabular-nums">{paidText(order)}</span>, {
        priority: 1,
        align: 'end',
      }),
      textColumn('method', t('orders.method'), (order) => methodText(order.method), { width: 96 }),
      textColumn('trade_no', t('orders.no'), nameOf, {
        width: 220,
        grow: true,
        card: 'wide',
        cut: 'middle',
        copyLabel: (order) => t('orders.copyNo', { no: order.trade_no }),
      }),
      timeColumn('create_time', t('orders.created'), (order) => order.create_time, { priority: 2 }),
      timeColumn('complete_time', t('orders.completed'), (order) => order.complete_time),
      actionsColumn(t('orders.actions'), 56, (order) =>
        order.account.length > 0 ? <TransferLink order={order} /> : <ReceiptLink order={order} />,
      ),
    ]
  }, [t])
}

/** Names an order in a list by the quota that it buys. */
function moneyNameColumn(header: string): Column<Order> {
  const { cell } = moneyColumn<Order>('quota', header, (order) => order.quota)
  return nameColumn('quota', header, cell, { width: 112 })
}

/** Leads to the receipt of an order. */
function ReceiptLink({ order }: { order: Order }) {
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

/** Shows the account data and the reference of an order that waits for a bank transfer. */
function TransferLink({ order }: { order: Order }) {
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
