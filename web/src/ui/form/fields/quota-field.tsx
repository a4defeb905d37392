import type { ReactNode } from 'react'
import { type FieldValues, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { MAX_QUOTA, QUOTA_PRESETS_USD } from '#contract/quota.ts'
import { formatQuota, fullNumber } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'
import { setStored, useStored } from '#web/lib/storage.ts'
import { Button } from '../../button.tsx'
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

/**
 * Quota in dollars or, by a switch that is remembered, in units; the other one stands in the label. The form's value is
 * always in units.
 */
export function QuotaField<In extends FieldValues, Out>(props: QuotaFieldProps<In, Out>) {
  const { t } = useTranslation('form')
  const status = useStatus()
  const { control, name, label, min = 0, disabled, extra } = props
  const value = Number(useWatch({ control, name }))
  const perDollar = status.quota_per_unit
  const prefersUnits = useStored('quota-in-units')
  const inUnits = prefersUnits || !status.display_in_currency
  const scale = inUnits ? 1 : perDollar
  const other = inUnits ? formatQuota(value, status) : t('quota.units', { units: fullNumber(value) })
  const worth = status.display_in_currency && Number.isFinite(value) && (
    <span className="ms-2 text-small text-muted">{t('quota.equivalent', { amount: other })}</span>
  )
  const options = QUOTA_PRESETS_USD.map((dollars) => ({ label: `$${dollars}`, value: dollars * perDollar }))
  return (
    <NumberField
      {...props}
      label={
        <>
          {label}
          {worth}
        </>
      }
      min={min / scale}
      max={MAX_QUOTA / scale}
      step={inUnits ? perDollar : 1}
      decimals={!inUnits}
      scale={scale}
      unit={t(inUnits ? 'quota.unit' : 'quota.dollars')}
      presets={{ label: t('quota.presets'), options }}
      extra={
        <>
          {status.display_in_currency && !disabled && (
            <Button size="small" variant="ghost" onClick={() => setStored('quota-in-units', !prefersUnits)}>
              {t(inUnits ? 'quota.toDollars' : 'quota.toUnits')}
            </Button>
          )}
          {extra}
        </>
      }
    />
  )
}
