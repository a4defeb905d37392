import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
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
import { LogFilters } from './filters.tsx'
import { LiveSwitch } from './live-switch.tsx'
import { type LogRow, logsQuery, statQuery } from './log-list.ts'
import { logList, type OpenRow } from './log-search.ts'
import { peekAt, type Step } from './peek.ts'
import { Stats } from './stats.tsx'
import { useLive } from './use-live.ts'

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
  const { peek, open } = usePeek(query.data && { rows: query.data, ...list.state, stale: query.isPlaceholderData })
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
        extra={<LiveSwitch live={live} />}
        empty={{
          title: t('empty.title'),
          hint: t('empty.hint'),
          action: <Button onClick={() => list.setFilters({ range: '30d' })}>{t('empty.action')}</Button>,
        }}
        onOpen={(log) => open(log.id)}
        onCopy={({ id, facts }) => void copyText(facts.requestId || String(id), facts.requestId || String(id))}
        current={(log) => log.id === peek?.row.id}
        details={(log) => (
          <Suspense fallback={<Skeleton className="h-40 w-full" />}>
            <LogDetail log={log} admin={admin} onShown={live.hold} />
          </Suspense>
        )}
      />
      {peek && (
        <Suspense>
          <LogDrawer
            peek={peek}
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

/** The row that the URL says is open. A row that is not on the page (any more) is taken out of the URL. */
function usePeek(shown: Parameters<typeof peekAt>[1] | undefined) {
  const navigate = useNavigate()
  const { row } = useSearch({ from: '/_console/log' })
  const peek = row !== undefined && shown ? peekAt(row, shown) : null
  const lost = row !== undefined && shown !== undefined && !shown.stale && peek === null

  const open = (next: OpenRow | undefined, page?: Step['page']) =>
    void navigate({
      from: '/log',
      to: '/log',
      search: ({ row: _, ...search }) => ({
        ...search,
        ...(next !== undefined && { row: next }),
        ...(page !== undefined && { p: page > 1 ? page : undefined }),
      }),
      // Stepping from row to row is one visit: back leads to the list.
      replace: row !== undefined,
      resetScroll: false,
    })
  const forget = () => open(undefined)
  useEffect(() => {
    if (lost) forget()
  })
  return { peek, open }
}
