import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '#web/lib/format.ts'
import { useIsAdmin } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { ListPage } from '#web/ui/table/list-page.tsx'
import { useList } from '#web/ui/table/use-list.ts'
import { useLogColumns } from './columns.tsx'
import { ExportButton } from './export-button.tsx'
import { LogFilters } from './filters.tsx'
import { LiveSwitch } from './live-switch.tsx'
import { type LogRow, logsQuery, statQuery } from './log-list.ts'
import { logList } from './log-search.ts'
import { Stats } from './stats.tsx'
import { useLive } from './use-live.ts'
import { usePeek } from './use-peek.ts'

const LogDetail = lazy(() => import('./log-detail.tsx'))
const LogDrawer = lazy(() => import('./log-drawer.tsx'))

const LIVE_STATS_MS = 15_000

const idOf = (log: LogRow) => log.id
const nameOf = (log: LogRow) => `${formatTime(log.created_at)} ${log.model_name}`.trim()

/** What happened: calls with their cost, top-ups, changes by administrators, words of the system. */
export function LogsPage() {
  const { t } = useTranslation('logs')
  const admin = useIsAdmin()
  const scope = admin ? 'all' : 'own'
  const client = useQueryClient()
  const list = useList('logs', logList)
  const query = useQuery(logsQuery(scope, list.state))
  const live = useLive(scope, list.state, query.data)
  const columns = useLogColumns(admin)
  const shown = query.data && { rows: query.data, ...list.state, stale: query.isPlaceholderData }
  const { opened, open } = usePeek(scope, shown)
  const refetch = () => {
    void client.invalidateQueries({ queryKey: statQuery(scope, list.state.filters).queryKey })
    return query.refetch()
  }
  return (
    <ListPage
      title={t('title')}
      action={<Stats scope={scope} filters={list.state.filters} every={live.running && LIVE_STATS_MS} />}
    >
      <DataTable
        caption={t('title')}
        list={list}
        query={{ ...query, error: query.error ?? live.error, refetch }}
        columns={columns}
        idOf={idOf}
        nameOf={nameOf}
        filters={<LogFilters list={list} admin={admin} />}
        extra={
          <>
            <ExportButton scope={scope} filters={list.state.filters} total={query.data?.total ?? 0} />
            <LiveSwitch live={live} />
          </>
        }
        empty={{
          title: t('empty.title'),
          hint: t('empty.hint'),
          action: <Button onClick={() => list.setFilters({ range: '30d' })}>{t('empty.action')}</Button>,
        }}
        onOpen={(log) => open(log.id)}
        onCopy={({ id, facts }) => void copyText(facts.requestId || String(id), facts.requestId || String(id))}
        current={(log) => log.id === opened?.id}
        details={(log) => (
          <Suspense fallback={<Skeleton className="h-40 w-full" />}>
            <LogDetail log={log} admin={admin} onShown={live.hold} />
          </Suspense>
        )}
      />
      {opened && (
        <Suspense>
          <LogDrawer
            {...opened}
            admin={admin}
            onStep={({ row, page }) => open(row, page)}
            onClose={() => open(undefined)}
            onShown={live.hold}
          />
        </Suspense>
      )}
    </ListPage>
  )
}
