import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DASH, formatQuota, fullNumber, shortNumber } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'
import { Tag } from '#web/ui/tag.tsx'
import type { Metric } from '../dashboard/dashboard-search.ts'
import { dashboardOf } from './dashboard-link.ts'
import { type Scope, statQuery } from './rows/log-list.ts'
import type { LogFilters } from './rows/log-search.ts'

interface StatsProps {
  scope: Scope
  filters: LogFilters
  /** Milliseconds between refreshes; false = none. */
  every: number | false
}

/** Shows the cost of the matching calls and the load of the last minute. */
export function Stats({ scope, filters, every }: StatsProps) {
  const { t } = useTranslation('logs')
  const { t: common } = useTranslation()
  const status = useStatus()
  const { data, isPlaceholderData } = useQuery({ ...statQuery(scope, filters), refetchInterval: every })
  const { quota = 0, rpm = 0, tpm = 0 } = data ?? {}
  const shown = (text: string) => (data ? text : DASH)
  const spent = t('stat.spent', { amount: shown(formatQuota(quota, status)) })
  const number = (metric: Metric, hint: string, text: string) => {
    if (!status.enable_data_export) return <Tag tooltip={hint}>{text}</Tag>
    return (
      <Link
        to="/detail"
        search={dashboardOf(filters, metric, Math.floor(Date.now() / 1000))}
        className="flex min-h-6 min-w-0 items-center hover:underline"
      >
        <Tag tooltip={`${hint} · ${t('stat.dashboard')}`}>{text}</Tag>
      </Link>
    )
  }
  return (
    <div aria-busy={!data || isPlaceholderData} className="flex min-w-0 flex-wrap justify-end gap-1 tabular-nums">
      {number('quota', common('money.units', { count: quota, units: fullNumber(quota) }), spent)}
      {number('count', t('stat.rpmHint'), t('stat.rpm', { value: shown(shortNumber(rpm)) }))}
      {number('tokens', t('stat.tpmHint'), t('stat.tpm', { value: shown(shortNumber(tpm)) }))}
    </div>
  )
}
