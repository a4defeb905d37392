import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Order, refundOrder } from '#contract/api/topup.ts'
import { usePriceText } from '#web/features/wallet/use-price-text.ts'
import { call } from '#web/lib/api.ts'
import { formatQuota } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Input } from '#web/ui/input.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { payerQuery, refreshOrders } from './order-list.ts'

const MAX_REASON = 200

/** Confirms a refund: shows the user, the amount and the resulting balance. */
export default function RefundDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation('orders')
  const { t: common } = useTranslation()
  const { t: wallet } = useTranslation('wallet')
  const id = useId()
  const status = useStatus()
  const priceText = usePriceText()
  const [reason, setReason] = useState('')
  const payer = useQuery({ ...payerQuery(order.user_id), retry: false })
  const name = nameOfPayer(order)
  const amount = formatQuota(order.quota, status)
  const left = payer.data && payer.data.quota - order.quota
  const refund = useRefund(order, reason, onClose)
  const balance = formatQuota(payer.data?.quota ?? 0, status)
  const blocked = left !== undefined && left < 0 ? t('refund.spent', { amount, balance }) : undefined
  const missing = reason.trim() === '' ? t('refund.reasonMissing') : undefined
  const error = refund.error ?? payer.error
  return (
    <Dialog
      title={t('refund.title', { no: order.trade_no })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common('action.cancel')}</Button>
          <Button
            variant="danger"
            loading={refund.isPending}
            disabledReason={blocked ?? missing}
            onClick={() => refund.mutate()}
          >
            {t('refund.action', { amount })}
          </Button>
        </>
      }
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
        <Fact name={t('column.user')}>
          {name} <span className="text-muted tabular-nums">ID {order.user_id}</span>
        </Fact>
        <Fact name={wallet('orders.money')}>{priceText(order)}</Fact>
        <Fact name={t('refund.taken')}>{amount}</Fact>
        <Fact name={t('refund.balance')}>
          {left === undefined ? '–' : t('refund.change', { before: balance, after: formatQuota(left, status) })}
        </Fact>
      </dl>
      <p className="mt-3">{t('refund.consequence', { price: priceText(order) })}</p>
      {blocked && (
        <Banner tone="warning" className="mt-3">
          {blocked}
        </Banner>
      )}
      <label htmlFor={id} className="mt-3 mb-1 block">
        {t('refund.reason')}
      </label>
      <Input
        id={id}
        value={reason}
        maxLength={MAX_REASON}
        autoComplete="off"
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => setReason(target.value)}
        onKeyDown={({ key, nativeEvent }) => {
          if (key === 'Enter' && !nativeEvent.isComposing && !blocked && !missing && !refund.isPending) refund.mutate()
        }}
      />
      <p id={`${id}-hint`} className="mt-1 text-muted text-small">
        {t('refund.reasonHint')}
      </p>
      <p role="alert" className="mt-2 text-danger empty:hidden">
        {error?.message}
      </p>
    </Dialog>
  )
}

const nameOfPayer = ({ username, user_id }: Order) => username || `ID ${user_id}`

/** Refunds the order; the message afterwards has the balance as it is then. */
function useRefund(order: Order, reason: string, onClose: () => void) {
  const { t } = useTranslation('orders')
  const client = useQueryClient()
  const status = useStatus()
  return useMutation({
    mutationFn: () => call(refundOrder, { params: { id: order.id }, body: { reason: reason.trim() } }),
    meta: { inline: true },
    async onSuccess() {
      const now = await client.fetchQuery(payerQuery(order.user_id)).catch(() => null)
      const balance = now ? formatQuota(now.quota, status) : '–'
      const amount = formatQuota(order.quota, status)
      toast.success(t('refund.done', { no: order.trade_no, amount, name: nameOfPayer(order), balance }))
      onClose()
    },
    onSettled: () => refreshOrders(client),
  })
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 font-strong break-words tabular-nums">{children}</dd>
    </>
  )
}
