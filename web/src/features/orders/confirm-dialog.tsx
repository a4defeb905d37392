import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirmOrder, type Order, rejectOrder } from '#contract/api/topup.ts'
import { priceStep } from '#contract/currency/currencies.ts'
import { call } from '#web/lib/api.ts'
import { fixed, formatQuota } from '#web/lib/format.ts'
import { paidText } from '#web/lib/format-prices.ts'
import { useStatus } from '#web/lib/status.ts'
import { Button } from '#web/ui/button.tsx'
import { FactLines } from '#web/ui/facts.tsx'
import { Input } from '#web/ui/input.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { refreshOrders } from './order-list.ts'

const MAX_REASON = 200
const MAX_TIMES = 10

/** The day in the browser's time zone, as `2026-11-25`. */
function today(): string {
  const now = new Date()
  const two = (part: number) => String(part).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** Confirms what arrived of a bank transfer, or ends its order with a reason. */
export default function ConfirmDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation('orders')
  const { t: common } = useTranslation()
  const status = useStatus()
  const id = useId()
  const [received, setReceived] = useState<number | null>(order.money)
  const [day, setDay] = useState(today)
  const [reason, setReason] = useState('')
  const cents = Math.round((received ?? 0) * 100)
  const ordered = Math.round(order.money * 100)
  const wrong = !(cents > 0 && cents <= MAX_TIMES * ordered)
  const quota = wrong ? 0 : Math.floor((order.quota * cents) / ordered)
  const amount = formatQuota(quota, status)
  const { confirm, reject } = useDecision(order, onClose)
  const isBusy = confirm.isPending || reject.isPending
  const error = confirm.error ?? reject.error
  return (
    <Dialog
      title={t('confirm.title', { no: order.reference })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common('action.cancel')}</Button>
          <Button
            variant="danger"
            loading={reject.isPending}
            disabledReason={reason.trim() === '' ? t('confirm.reasonMissing') : isBusy && t('confirm.busy')}
            onClick={() => reject.mutate(reason.trim())}
          >
            {t('confirm.reject')}
          </Button>
          <Button
            variant="primary"
            loading={confirm.isPending}
            disabledReason={
              wrong ? t('confirm.wrong') : day === '' ? t('confirm.dayMissing') : isBusy && t('confirm.busy')
            }
            onClick={() => confirm.mutate({ received: fixed(cents / 100, 2), received_on: day })}
          >
            {t('confirm.action', { amount })}
          </Button>
        </>
      }
    >
      <Ordered order={order} />
      <label htmlFor={`${id}-received`} className="mt-3 mb-1 block">
        {t('confirm.received')}
      </label>
      <NumberField
        id={`${id}-received`}
        value={received}
        onChange={setReceived}
        min={0}
        step={priceStep(order.currency) / 100}
        unit={order.currency}
        aria-describedby={`${id}-effect`}
        aria-invalid={wrong}
      />
      <p id={`${id}-effect`} className="mt-1 text-muted text-small">
        {cents === ordered ? t('confirm.same') : t('confirm.other', { amount })}
      </p>
      <Field label={t('confirm.day')} type="date" value={day} onChange={setDay} />
      <Field label={t('confirm.reason')} value={reason} maxLength={MAX_REASON} onChange={setReason} />
      <p role="alert" className="mt-2 text-danger empty:hidden">
        {error?.message}
      </p>
    </Dialog>
  )
}

interface FieldProps {
  label: string
  type?: 'date'
  value: string
  maxLength?: number
  onChange: (value: string) => void
}

function Field({ label, onChange, ...rest }: FieldProps) {
  const id = useId()
  return (
    <>
      <label htmlFor={id} className="mt-3 mb-1 block">
        {label}
      </label>
      <Input id={id} autoComplete="off" onChange={({ target }) => onChange(target.value)} {...rest} />
    </>
  )
}

function Ordered({ order }: { order: Order }) {
  const { t } = useTranslation('orders')
  const { t: wallet } = useTranslation('wallet')
  return (
    <FactLines
      facts={[
        { name: t('column.user'), value: order.username || `ID ${order.user_id}` },
        { name: wallet('transfer.reference'), value: order.reference },
        { name: wallet('orders.money'), value: paidText(order) },
      ]}
    />
  )
}

function useDecision(order: Order, onClose: () => void) {
  const { t } = useTranslation('orders')
  const client = useQueryClient()
  const status = useStatus()
  const params = { id: order.id }
  const no = order.reference
  const name = order.username || `ID ${order.user_id}`
  const onSettled = () => refreshOrders(client)
  const meta = { inline: true }
  const confirm = useMutation({
    mutationFn: (body: { received: string; received_on: string }) => call(confirmOrder, { params, body }),
    meta,
    onSuccess({ quota }) {
      toast.success(t('confirm.done', { no, name, amount: formatQuota(quota, status) }))
      onClose()
    },
    onSettled,
  })
  const reject = useMutation({
    mutationFn: (reason: string) => call(rejectOrder, { params, body: { reason } }),
    meta,
    onSuccess() {
      toast.success(t('confirm.rejected', { no }))
      onClose()
    },
    onSettled,
  })
  return { confirm, reject }
}
