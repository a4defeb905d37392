import type { ReactNode } from 'react'
import { type FieldValues, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { MAX_QUOTA, QUOTA_PRESETS_USD } from '#contract/quota.ts'
import { formatQuota } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'
import type { FieldProps } from '../field.tsx'
import { NumberField } from './number-field.tsx'

interface QuotaFieldProps<In extends FieldValues, Out> extends FieldProps<In, Out, number> {
  label: string
  /** In units; 0 unless the balance is negative already. */
  min?: number
  disabled?: boolean
  /** A button in the row of the amounts, such as "unlimited". */
  extra?: ReactNode
}

/** Quota in units, with its value in the label and the usual dollar amounts as presets. */
export function QuotaField<In extends FieldValues, Out>(props: QuotaFieldProps<In, Out>) {
  const { t } = useTranslation('form')
  const status = useStatus()
  const { control, name, label, min = 0 } = props
  const value = Number(useWatch({ control, name }))
  const worth = status.display_in_currency && Number.isFinite(value) && (
    <span className="ms-2 text-small text-muted">{t('quota.equivalent', { amount: formatQuota(value, status) })}</span>
  )
  const options = QUOTA_PRESETS_USD.map((dollars) => ({ label: `$${dollars}`, value: dollars * status.quota_per_unit }))
  return (
    <NumberField
      {...props}
      label={
        <>
          {label}
          {worth}
        </>
      }
      min={min}
      max={MAX_QUOTA}
      step={status.quota_per_unit}
      presets={{ label: t('quota.presets'), options }}
    />
  )
}
