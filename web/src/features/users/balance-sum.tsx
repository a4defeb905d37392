import { useTranslation } from 'react-i18next'
import { formatQuota, fullNumber } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'

interface BalanceSumProps {
  /** In units, like the change. */
  before: number
  change: number
}

/** `$5.00 + $2.00 = $7.00`, and the same in units. */
export function BalanceSum({ before, change }: BalanceSumProps) {
  const { t } = useTranslation('users')
  const status = useStatus()
  const sum = (format: (units: number) => string) =>
    `${format(before)} ${change < 0 ? '-' : '+'} ${format(Math.abs(change))} = ${format(before + change)}`
  const units = t('form.inUnits', { sum: sum(fullNumber) })
  return (
    <>
      <span className="block break-words font-strong tabular-nums">
        {t('form.newBalance', { sum: sum((quota) => formatQuota(quota, status)) })}
      </span>
      {status.display_in_currency && (
        <span className="block break-words text-small text-muted tabular-nums">{units}</span>
      )}
    </>
  )
}
