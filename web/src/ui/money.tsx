import { useTranslation } from 'react-i18next'
import { formatQuota, fullNumber } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'
import { tip } from './tooltip.tsx'

interface Props {
  /** Quota units. */
  quota: number
  /** 2 for balances, 6 for single charges. */
  digits?: 2 | 6
}

/** An amount of quota in the site's currency setting; exact units on hover. */
export function Money({ quota, digits = 2 }: Props) {
  const { t } = useTranslation()
  const status = useStatus()
  return (
    <span
      className="whitespace-nowrap tabular-nums"
      {...tip(t('money.units', { count: quota, units: fullNumber(quota) }))}
    >
      {formatQuota(quota, status, digits)}
    </span>
  )
}
