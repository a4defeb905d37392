import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Landmark from 'lucide-react/icons/landmark'
import ReceiptText from 'lucide-react/icons/receipt-text'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/api/topup.ts'
import { ORDER_STATUS, type OrderStatus } from '#contract/statuses.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { actionsColumn, moneyColumn, nameColumn, statusColumn, textColumn, timeColumn } from '#web/ui/table/cells.tsx'
import type { Column } from '#web/ui/table/columns/columns.ts'
import { listPage } from '#web/ui/table/list-page.tsx'
import type { List } from '#web/ui/table/search/use-list.ts'
import { tip } from '#web/ui/tooltip.tsx'
import { useMethodText } from './methods.ts'
import { OrderStatusTag } from './order-status.tsx'
import { ordersQuery } from './queries.ts'
import { usePriceText } from './use-price-text.ts'
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
  const priceText = usePriceText()
  const methodText = useMethodText()
  // The price's text is a function of the language, as `t` is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  return useMemo(() => {
    return [
      moneyNameColumn(t('orders.quota')),
      statusColumn({
        id: 'status',
        header: t('orders.status'),
        cell: (order) => <OrderStatusTag status={order.status} />,
      }),
      {
        id: 'money',
        header: t('orders.money'),
        priority: 1,
        width: 120,
        align: 'end',
        cell: (order) => <span className="tabular-nums">{priceText(order)}</span>,
      },
      textColumn({ id: 'method', header: t('orders.method'), width: 96, value: (order) => methodText(order.method) }),
      textColumn({
        id: 'trade_no',
        header: t('orders.no'),
        width: 220,
        grow: true,
        card: 'wide',
        cut: 'middle',
        copyLabel: (order) => t('orders.copyNo', { no: order.trade_no }),
        value: nameOf,
      }),
      timeColumn({ id: 'create_time', header: t('orders.created'), priority: 2, value: (order) => order.create_time }),
      timeColumn({ id: 'complete_time', header: t('orders.completed'), value: (order) => order.complete_time }),
      actionsColumn({
        header: t('orders.actions'),
        width: 56,
        buttons: (order) => (order.account.length > 0 ? <TransferLink order={order} /> : <ReceiptLink order={order} />),
      }),
    ]
  }, [t])
}

/** Names an order in a list by the quota that it buys. */
function moneyNameColumn(header: string): Column<Order> {
  const { cell } = moneyColumn<Order>({ id: 'quota', header, value: (order) => order.quota })
  return nameColumn({ id: 'quota', header, width: 112, cell })
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
