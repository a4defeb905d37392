import type { Control } from 'react-hook-form'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { formatQuota } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'
import type { NewRedemptionValues } from './form-values.ts'

/** The total value of the codes: "100 × $10.00 = $1000.00". */
export function CreateSummary<Out>({ control }: { control: Control<NewRedemptionValues, unknown, Out> }) {
  const { t } = useTranslation('redemption')
  const status = useStatus()
  const [count, quota] = useWatch({ control, name: ['count', 'quota'] })
  if (!Number.isFinite(count) || !Number.isFinite(quota)) return null
  return (
    <p className="me-auto basis-full tabular-nums" aria-live="polite">
      <span className="me-2 text-small text-muted">{t('form.total')}</span>
      {`${count} × ${formatQuota(quota, status)} = `}
      <strong>{formatQuota(count * quota, status)}</strong>
    </p>
  )
}
