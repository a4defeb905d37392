import type { ReactNode } from 'react'
import { type FieldValues, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { MAX_QUOTA, QUOTA_PRESETS } from '#contract/quota.ts'
import { currencyOf, formatQuota, fullNumber, withSymbol } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'
import { setStored, useStored } from '#web/lib/storage.ts'
import { presetQuota, typedAmounts } from '#web/ui/typed-amounts.ts'
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
 * Quota in the display currency or, by a switch that is remembered, in units; the other one stands in the label. The
 * form's value is always in units.
 */
export function QuotaField<In extends FieldValues, Out>(props: QuotaFieldProps<In, Out>) {
  const { t } = useTranslation('form')
  const { t: common } = useTranslation()
  const status = useStatus()
  const { control, name, label, min = 0, disabled, extra } = props
  const value = Number(useWatch({ control, name }))
  const perDollar = status.quota_per_unit
  const prefersUnits = useStored('quota-in-units')
  const inUnits = prefersUnits || !status.display_in_currency
  const amounts = typedAmounts({ ...status, display_in_currency: !inUnits })
  const currency = currencyOf(status)
  const other = inUnits ? formatQuota(value, status) : t('quota.units', { count: value, units: fullNumber(value) })
  const worth = status.display_in_currency && Number.isFinite(value) && (
    <span className="ms-2 text-small text-muted">{t('quota.equivalent', { amount: other })}</span>
  )
  const options = QUOTA_PRESETS.map((amount) => ({
    label: withSymbol(String(amount), status),
    value: presetQuota(amount, status),
  }))
  return (
    <NumberField
      {...props}
      label={
        <>
          {label}
          {worth}
        </>
      }
      min={amounts.show(min)}
      max={amounts.show(MAX_QUOTA)}
      step={inUnits ? perDollar : 1}
      decimals={!inUnits}
      amounts={amounts}
      unit={inUnits ? t('quota.unit') : t(`quota.currency.${currency}`)}
      presets={{ label: t('quota.presets'), options }}
      extra={
        <>
          {status.display_in_currency && !disabled && (
            <Button size="small" variant="ghost" onClick={() => setStored('quota-in-units', !prefersUnits)}>
              {inUnits ? t('quota.toCurrency', { currency: common(`currency.${currency}`) }) : t('quota.toUnits')}
            </Button>
          )}
          {extra}
        </>
      }
    />
  )
}
