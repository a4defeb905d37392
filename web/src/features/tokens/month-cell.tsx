import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { DASH, formatQuota, type QuotaDisplay, unitsPerAmount } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'
import { Sparkline } from '#web/ui/sparkline.tsx'
import { tip } from '#web/ui/tooltip.tsx'
import { TokenUsages } from './token-usage.ts'

/** What a token has used this month, and the course of the last 30 days. */
export function MonthCell({ id }: { id: number }) {
  const { t } = useTranslation('tokens')
  const status = useStatus()
  const usage = useContext(TokenUsages)?.get(id)
  if (!usage) return null
  const all = usage.days.reduce((sum, quota) => sum + quota, 0)
  if (all === 0 && usage.month === 0) return <span className="text-faint">{DASH}</span>
  const month = formatQuota(usage.month, status, digitsFor(usage.month, status))
  const days = formatQuota(all, status, digitsFor(all, status))
  return (
    <span className="inline-flex items-center gap-2" {...tip(t('month.hint', { month, days }))}>
      <Sparkline values={usage.days} colour="text-primary" size="cell" />
      <span className="whitespace-nowrap tabular-nums">{month}</span>
    </span>
  )
}

/** Sums below a cent are zero with two digits. */
const digitsFor = (quota: number, display: QuotaDisplay) => (quota > 0 && quota < unitsPerAmount(display) / 100 ? 6 : 2)
