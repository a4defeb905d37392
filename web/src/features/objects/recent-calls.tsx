import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LOG_TYPE } from '#contract/statuses.ts'
import { logsQuery, type Scope } from '#web/features/logs/rows/log-list.ts'
import type { LogFilters } from '#web/features/logs/rows/log-search.ts'
import { isUnserved, tellsOfCall } from '#web/features/logs/rows/row-kind.ts'
import { DASH, formatDuration } from '#web/lib/format.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Money } from '#web/ui/money.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Status } from '#web/ui/status.tsx'
import { ListFailure } from '#web/ui/table/list-states.tsx'
import { Time } from '#web/ui/time.tsx'

const SHOWN = 20
/** Rows of the log about a balance and about administration. */
const NO_CALLS = `${LOG_TYPE.topup}\n${LOG_TYPE.manage}`

interface RecentCallsProps {
  scope: Scope
  /** What the calls have in common: a channel, a user or a key. */
  filters: LogFilters
  /** The number of rows that are shown. */
  most?: number
}

/** The latest calls of an object, each with a link to its details. */
export default function RecentCalls({ scope, filters, most = SHOWN }: RecentCallsProps) {
  const { t } = useTranslation('form')
  const search = { ...filters, not_type: NO_CALLS, range: '30d' } as const
  const state = { page: 1, size: most, sort: null, filters: search } as const
  const { data, error, refetch } = useQuery(logsQuery(scope, state, false))
  if (!data) return error ? <ListFailure error={error} onRetry={refetch} /> : <Skeleton className="h-40 w-full" />
  const calls = data.data.filter(tellsOfCall)
  if (calls.length === 0) return <p className="text-muted">{t('object.noCalls')}</p>
  return (
    <>
      <ul className="divide-y divide-line">
        {calls.map((log) => (
          <li key={log.id}>
            <Link
              to="/log"
              search={{ ...search, row: log.id }}
              className="grid min-h-row grid-cols-[9rem_minmax(0,1fr)_auto_5rem] items-center gap-3 py-1 text-small hover:bg-hover max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-y-0 max-sm:py-2"
            >
              <span className="text-muted max-sm:order-1">
                <Time at={log.created_at} />
              </span>
              <span className="truncate">{log.model_name || DASH}</span>
              <span className="text-muted tabular-nums max-sm:order-1 max-sm:text-end">
                {isUnserved(log) ? (
                  <Status colour="red">{t('object.failed')}</Status>
                ) : log.use_time > 0 ? (
                  formatDuration(log.use_time * 1000)
                ) : (
                  '<1 s'
                )}
              </span>
              <span className="text-end">
                <Money quota={log.quota} digits={6} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <Link to="/log" search={search} className={buttonClass('default', 'small', 'mt-3')}>
        {t('object.allCalls')}
      </Link>
    </>
  )
}
