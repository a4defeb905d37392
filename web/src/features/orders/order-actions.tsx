import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { type Order, queryOrder } from '#contract/api/topup.ts'
import { call } from '#web/lib/api.ts'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { checkKind, isRefusal } from './check-kind.ts'
import { refreshOrders } from './order-list.ts'

const RefundDialog = lazy(() => import('./refund-dialog.tsx'))
const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx'))
const HistoryDialog = lazy(() => import('./history-dialog.tsx'))

/** The actions on an order. The query cache reports failures. */
export function useOrderActions() {
  const { t } = useTranslation('orders')
  const client = useQueryClient()
  const check = useMutation({
    mutationFn: (order: Order) => call(queryOrder, { params: { id: order.id } }),
    onSuccess({ answer, outcome }, { trade_no: no }) {
      const kind = checkKind(answer, outcome)
      const say = kind === 'credited' ? toast.success : kind === 'refused' ? toast.error : toast.info
      say(t(`check.${kind}`, { no, reason: isRefusal(outcome) ? t(`reason.${outcome}`) : outcome }))
    },
    onSettled: () => refreshOrders(client),
  })
  return {
    /** Asks the gateway whether the order was paid, and credits a missed payment. */
    check: (order: Order) => check.mutate(order),
    isChecking: check.isPending,
    /** Asks for confirmation, showing the effect on the balance. */
    refund: (order: Order) => openOverlay<void>((close) => <RefundDialog order={order} onClose={close} />),
    /** Asks for what arrived by bank transfer, then credits the order or ends it. */
    confirm: (order: Order) => openOverlay<void>((close) => <ConfirmDialog order={order} onClose={close} />),
    showHistory: (order: Order) => openOverlay<void>((close) => <HistoryDialog order={order} onClose={close} />),
  }
}

export type OrderActions = ReturnType<typeof useOrderActions>
