import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/api/topup.ts'
import { useMethodText } from '#web/features/wallet/methods.ts'
import { OrderStatusTag } from '#web/features/wallet/order-status.tsx'
import { usePriceText } from '#web/features/wallet/use-price-text.ts'
import {
  actionsColumn,
  moneyColumn,
  nameColumn,
  nameLink,
  statusColumn,
  textColumn,
  timeColumn,
} from '#web/ui/table/cells.tsx'
import type { Column } from '#web/ui/table/columns/columns.ts'
import type { OrderActions } from './order-actions.tsx'
import { OrderRowActions } from './row-actions.tsx'

/** Returns the columns of the list of all orders, localised. */
export function useOrderColumns(actions: OrderActions): readonly Column<Order>[] {
  const { t } = useTranslation('orders')
  const { t: wallet } = useTranslation('wallet')
  const priceText = usePriceText()
  const methodText = useMethodText()
  // The actions are new on every render but act on whatever row they are given: the first ones serve as well.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  return useMemo(
    () => [
      nameColumn({
        id: 'user',
        header: t('column.user'),
        cell: ({ user_id: id, username }) => (
          <Link to="/user/$id" params={{ id }} {...nameLink(username || `ID ${id}`)} search={{}} />
        ),
      }),
      statusColumn({
        id: 'status',
        header: wallet('orders.status'),
        cell: ({ status }) => <OrderStatusTag status={status} />,
      }),
      {
        id: 'money',
        header: wallet('orders.money'),
        priority: 1,
        width: 108,
        align: 'end',
        cell: (order) => <span className="tabular-nums">{priceText(order)}</span>,
      },
      moneyColumn({ id: 'quota', header: wallet('orders.quota'), priority: 1, value: (order) => order.quota }),
      textColumn({
        id: 'method',
        header: wallet('orders.method'),
        width: 96,
        value: ({ method }) => methodText(method),
      }),
      textColumn({ id: 'gateway', header: t('column.gateway'), width: 80, value: (order) => order.gateway }),
      textColumn({
        id: 'trade_no',
        header: wallet('orders.no'),
        width: 140,
        grow: true,
        card: 'wide',
        cut: 'middle',
        copyLabel: (order) => wallet('orders.copyNo', { no: order.trade_no }),
        value: (order) => order.trade_no,
      }),
      timeColumn({
        id: 'create_time',
        header: wallet('orders.created'),
        priority: 1,
        width: 144,
        value: (order) => order.create_time,
      }),
      timeColumn({
        id: 'complete_time',
        header: wallet('orders.completed'),
        width: 144,
        value: (order) => order.complete_time,
      }),
      actionsColumn({
        header: t('column.actions'),
        width: 88,
        buttons: (order) => <OrderRowActions order={order} actions={actions} />,
      }),
    ],
    [t],
  )
}
