import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { affTransfer } from '#contract/api/account.ts'
import { refresh } from '#web/lib/after-write.ts'
import { call } from '#web/lib/api.ts'
import { currencyOf, formatQuota } from '#web/lib/format.ts'
import { selfQuery } from '#web/lib/session.ts'
import { useStatus } from '#web/lib/status.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { typedAmounts } from '#web/ui/typed-amounts.ts'
import { transferProblem } from './transfer.ts'

interface TransferDialogProps {
  /** Earnings in quota units. */
  available: number
  onClose: () => void
}

/** Transfers invite earnings to the balance. */
export default function TransferDialog({ available, onClose }: TransferDialogProps) {
  const { t } = useTranslation('personal')
  const status = useStatus()
  const id = useId()
  const client = useQueryClient()
  const least = status.quota_per_unit
  const inCurrency = status.display_in_currency
  // The input uses the unit in which amounts are displayed.
  const amounts = typedAmounts(status)
  const [amount, setAmount] = useState<number | null>(amounts.show(least))
  const quota = amount === null ? null : amounts.read(amount)
  const money = (units: number) => formatQuota(units, status)
  const move = useMutation({
    mutationFn: (units: number) => call(affTransfer, { body: { quota: units } }),
    meta: { inline: true },
    onSuccess() {
      void refresh(client, { queryKey: selfQuery.queryKey, exact: true })
      void refresh(client, { queryKey: ['wallet'] })
      toast.success(t('transfer.done'))
      onClose()
    },
  })
  const problem = transferProblem(quota, { least, available })
  const words = problem && t(`transfer.${problem}`, { amount: money(problem === 'low' ? least : available) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!problem && quota !== null && !move.isPending) move.mutate(quota)
    else document.getElementById(id)?.focus()
  }
  const error = words ?? move.error?.message
  return (
    <Dialog
      title={t('transfer.title')}
      onClose={onClose}
      action={{ label: t('invite.transfer'), form: `${id}-form`, loading: move.isPending, disabledReason: words }}
    >
      <form id={`${id}-form`} onSubmit={submit} className="flex flex-col gap-3">
        <p className="text-muted">{t('transfer.available', { amount: money(available) })}</p>
        <Field id={id} label={t('transfer.amount', { amount: money(least) })} error={error}>
          <NumberField
            id={id}
            value={amount}
            onChange={setAmount}
            min={0}
            step={inCurrency ? 1 : least}
            decimals={inCurrency}
            unit={inCurrency ? currencyOf(status) : t('transfer.units')}
            aria-invalid={Boolean(error)}
            aria-describedby={error ? `${id}-error` : undefined}
          />
        </Field>
        <Button size="small" className="self-start" onClick={() => setAmount(amounts.show(available))}>
          {t('transfer.all', { amount: money(available) })}
        </Button>
      </form>
    </Dialog>
  )
}
