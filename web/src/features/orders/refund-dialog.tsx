import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Order, refundOrder } from '#contract/api/topup.ts'
import { priceStep } from '#contract/currency/currencies.ts'
import { gatewaySpec, isPaymentGateway } from '#contract/payment-gateways.ts'
import { call } from '#web/lib/api.ts'
import { DASH, fixed, formatQuota } from '#web/lib/format.ts'
import { paidText } from '#web/lib/format-prices.ts'
import { useStatus } from '#web/lib/status.ts'
import { Banner } from '#web/ui/banner.tsx'
import { FactLines } from '#web/ui/facts.tsx'
import { Input } from '#web/ui/input.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { payerQuery, refreshOrders } from './order-list.ts'
import { leftOf, unitsTaken } from './refundable.ts'

const MAX_REASON = 200

/** Confirms a refund: shows the user, the amount and the resulting balance. */
export default function RefundDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation('orders')
  const { t: wallet } = useTranslation('wallet')
  const status = useStatus()
  const [reason, setReason] = useState('')
  const payer = useQuery({ ...payerQuery(order.user_id), retry: false })
  const name = nameOfPayer(order)
  const whole = leftOf(order).cents
  const [money, setMoney] = useState<number | null>(whole / 100)
  const cents = Math.round((money ?? 0) * 100)
  const wrong = !(cents > 0 && cents <= whole && cents % priceStep(order.currency) === 0)
  const units = wrong ? 0 : unitsTaken(order, cents)
  const amount = formatQuota(units, status)
  const price = paidText({ money: cents / 100, currency: order.currency })
  const byGateway = isPaymentGateway(order.gateway) && gatewaySpec(order.gateway).refunds === true
  const left = payer.data && payer.data.quota - units
  const refund = useRefund(order, { reason, cents, units }, onClose)
  const balance = formatQuota(payer.data?.quota ?? 0, status)
  const blocked = left !== undefined && left < 0 ? t('refund.spent', { amount, balance }) : undefined
  const badAmount = wrong
    ? t('refund.amountWrong', { most: paidText({ money: whole / 100, currency: order.currency }) })
    : undefined
  const missing = badAmount ?? (reason.trim() === '' ? t('refund.reasonMissing') : undefined)
  const error = refund.error ?? payer.error
  return (
    <Dialog
      title={t('refund.title', { no: order.trade_no })}
      onClose={onClose}
      action={{
        label: byGateway ? t('refund.actionReturn', { price }) : t('refund.action', { amount }),
        variant: 'danger',
        loading: refund.isPending,
        disabledReason: blocked ?? missing,
        onClick: () => refund.mutate(),
      }}
    >
      <FactLines
        facts={[
          {
            name: t('column.user'),
            value: (
              <>
                {name} <span className="text-muted tabular-nums">ID {order.user_id}</span>
              </>
            ),
          },
          { name: wallet('orders.money'), value: paidText(order) },
          {
            name: t('detail.returned'),
            value: order.returned_money > 0 && paidText({ money: order.returned_money, currency: order.currency }),
          },
          { name: t('refund.taken'), value: amount },
          {
            name: t('refund.balance'),
            value:
              left === undefined ? DASH : t('refund.change', { before: balance, after: formatQuota(left, status) }),
          },
        ]}
      />
      <AmountField order={order} value={money} onChange={setMoney} problem={badAmount} />
      <p className="mt-3">{t(byGateway ? 'refund.returns' : 'refund.consequence', { price })}</p>
      {blocked && (
        <Banner tone="warning" className="mt-3">
          {blocked}
        </Banner>
      )}
      <ReasonField
        value={reason}
        onChange={setReason}
        onEnter={() => !blocked && !missing && !refund.isPending && refund.mutate()}
      />
      <p role="alert" className="mt-2 text-danger empty:hidden">
        {error?.message}
      </p>
    </Dialog>
  )
}

interface AmountFieldProps {
  order: Order
  value: number | null
  onChange: (value: number | null) => void
  problem: string | undefined
}

function AmountField({ order, value, onChange, problem }: AmountFieldProps) {
  const { t } = useTranslation('orders')
  const id = useId()
  const step = priceStep(order.currency) / 100
  return (
    <>
      <label htmlFor={id} className="mt-3 mb-1 block">
        {t('refund.amount')}
      </label>
      <NumberField
        id={id}
        value={value}
        onChange={onChange}
        min={step}
        max={leftOf(order).cents / 100}
        step={step}
        unit={order.currency}
        aria-describedby={`${id}-error`}
        aria-invalid={problem !== undefined}
      />
      <p id={`${id}-error`} role="alert" className="mt-1 text-danger text-small empty:hidden">
        {problem}
      </p>
    </>
  )
}

interface ReasonFieldProps {
  value: string
  onChange: (value: string) => void
  onEnter: () => void
}

function ReasonField({ value, onChange, onEnter }: ReasonFieldProps) {
  const { t } = useTranslation('orders')
  const id = useId()
  return (
    <>
      <label htmlFor={id} className="mt-3 mb-1 block">
        {t('refund.reason')}
      </label>
      <Input
        id={id}
        value={value}
        maxLength={MAX_REASON}
        autoComplete="off"
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={({ key, nativeEvent }) => {
          if (key === 'Enter' && !nativeEvent.isComposing) onEnter()
        }}
      />
      <p id={`${id}-hint`} className="mt-1 text-muted text-small">
        {t('refund.reasonHint')}
      </p>
    </>
  )
}

const nameOfPayer = ({ username, user_id }: Order) => username || `ID ${user_id}`

/** Refunds the order; the message afterwards has the balance as it is then. */
function useRefund(
  order: Order,
  { reason, cents, units }: { reason: string; cents: number; units: number },
  onClose: () => void,
) {
  const { t } = useTranslation('orders')
  const client = useQueryClient()
  const status = useStatus()
  return useMutation({
    mutationFn: () =>
      call(refundOrder, {
        params: { id: order.id },
        body: { reason: reason.trim(), amount: fixed(cents / 100, 2) },
      }),
    meta: { inline: true },
    async onSuccess({ status: after }) {
      const now = await client.fetchQuery(payerQuery(order.user_id)).catch(() => null)
      const balance = now ? formatQuota(now.quota, status) : DASH
      const amount = formatQuota(units, status)
      const key = after === 'refunding' ? 'refund.requested' : 'refund.done'
      toast.success(t(key, { no: order.trade_no, amount, name: nameOfPayer(order), balance }))
      onClose()
    },
    onSettled: () => refreshOrders(client),
  })
}
