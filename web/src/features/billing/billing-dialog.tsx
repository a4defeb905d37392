import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { nameReceiptBuyer, type PaymentReceipt, setBilling } from '#contract/api/payment-receipts.ts'
import { BILLING_LIMITS, type BillingDetails } from '#contract/payment-receipts.ts'
import { refresh } from '#web/lib/after-write.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { billingQuery } from './billing-query.ts'

interface Props {
  /** A receipt that is made out to the details, once. */
  receipt: PaymentReceipt | undefined
  onClose: () => void
}

/** Changes the user's billing details. */
export default function BillingDialog({ receipt, onClose }: Props) {
  const { t } = useTranslation('receipts')
  const { t: common } = useTranslation()
  const id = useId()
  const stored = useQuery(billingQuery)
  const save = useSave(receipt, onClose)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const text = (name: keyof BillingDetails) => String(data.get(name)).trim()
    if (!save.isPending) save.mutate({ name: text('name'), address: text('address'), tax_id: text('tax_id') })
  }
  const failure = save.error ?? stored.error
  const refused = save.error instanceof ApiError ? save.error.fields : {}
  const field = (name: keyof BillingDetails) => ({
    id: id + name,
    name,
    maxLength: BILLING_LIMITS[name],
    defaultValue: stored.data?.[name],
    'aria-invalid': Boolean(refused[name]),
    'aria-describedby': refused[name] ? `${id + name}-error` : undefined,
  })
  return (
    <Dialog
      title={t(receipt ? 'billing.nameTitle' : 'billing.title', { number: receipt?.number })}
      description={t(receipt ? 'billing.nameHint' : 'billing.hint')}
      onClose={onClose}
      action={{
        label: common('action.save'),
        form: id,
        loading: save.isPending,
        disabledReason: stored.data ? undefined : stored.error?.message,
      }}
    >
      {stored.data ? (
        <form id={id} onSubmit={submit} className="mt-1 flex flex-col gap-3">
          <Field id={`${id}name`} label={t('billing.company')} error={refused.name}>
            <Input {...field('name')} required={receipt !== undefined} autoComplete="organization" />
          </Field>
          <Field id={`${id}address`} label={t('billing.address')} optional error={refused.address}>
            <Textarea {...field('address')} autoComplete="street-address" />
          </Field>
          <Field id={`${id}tax_id`} label={t('billing.taxId')} optional error={refused.tax_id}>
            <Input {...field('tax_id')} autoComplete="off" />
          </Field>
        </form>
      ) : (
        !stored.error && <Skeleton className="h-56" />
      )}
      <p role="alert" className="mt-2 text-danger empty:hidden">
        {failure && Object.keys(refused).length === 0 && failure.message}
      </p>
    </Dialog>
  )
}

function useSave(receipt: PaymentReceipt | undefined, onClose: () => void) {
  const { t } = useTranslation('receipts')
  const client = useQueryClient()
  return useMutation({
    async mutationFn(body: BillingDetails) {
      await call(setBilling, { body })
      if (receipt) await call(nameReceiptBuyer, { params: { id: receipt.id }, body })
    },
    meta: { inline: true },
    onSuccess() {
      toast.success(t('billing.saved'))
      onClose()
    },
    onSettled: () =>
      Promise.all([
        refresh(client, { queryKey: billingQuery.queryKey }),
        refresh(client, { queryKey: ['wallet', 'receipt'] }),
      ]),
  })
}
