import { useTranslation } from 'react-i18next'
import { USD_PER_RATIO } from '#contract/prices/price.ts'
import { formatQuota } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'
import { NumberField } from '#web/ui/number-field.tsx'
import { readNumber, showNumber } from '#web/ui/number-text.ts'
import { useOption } from '../drafts/settings-context.ts'
import { specOf, type Unit, unitOf } from '../options/sections.ts'
import type { ControlProps } from './option-control.tsx'
import { usd } from './price-effect.ts'

/** Edits a number with its unit; for quotas and ratios also shows the amount of money. */
export function NumberControl({ option, id, describedBy, wrong }: ControlProps) {
  const { t } = useTranslation('settings')
  const { quota_per_unit } = useStatus()
  const { text, draft, change } = useOption(option)
  const spec = specOf(option)
  if (spec.kind !== 'integer' && spec.kind !== 'decimal') return null
  const unit = unitOf(option)
  // The server may send formats that users do not type, such as an exponent.
  const value = draft ? readNumber(text) : Number(text)
  const step = unit === 'quota' ? quota_per_unit : spec.kind === 'decimal' ? 0.1 : 1
  return (
    <>
      <NumberField
        id={id}
        aria-describedby={describedBy}
        aria-invalid={wrong}
        {...{ min: spec.min, max: spec.max, step, decimals: spec.kind === 'decimal' }}
        unit={unit && t(`unit.${unit}`)}
        value={value}
        typed={text}
        onChange={(next, typed) => change(Number.isNaN(next) ? typed : showNumber(next))}
      />
      <Worth unit={unit} value={value} />
    </>
  )
}

function Worth({ unit, value }: { unit: Unit | undefined; value: number | null }) {
  const { t } = useTranslation('settings')
  const { t: form } = useTranslation('form')
  const status = useStatus()
  if (value === null || Number.isNaN(value)) return null
  const words =
    unit === 'quota' && status.display_in_currency
      ? form('quota.equivalent', { amount: formatQuota(value, status) })
      : unit === 'ratio' && `${usd(value * USD_PER_RATIO)} ${t('effect.perMillion')}`
  return words ? <p className="mt-1 text-muted text-small tabular-nums">{words}</p> : null
}
