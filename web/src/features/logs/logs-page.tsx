import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CatchBoundary } from '@tanstack/react-router'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ChartColumn from 'lucide-react/icons/chart-column'
import Download from 'lucide-react/icons/download'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { exportLogs, exportOwnLogs } from '#contract/api/logs.ts'
import { downloadReply } from '#web/lib/download.ts'
import { atLeast, formatTime, timeZone } from '#web/lib/format.ts'
import { useActions } from '#web/lib/keys/hotkeys.ts'
import { lazyPart } from '#web/lib/lazy/lazy-part.ts'
import { useIsAdmin } from '#web/lib/session.ts'
import { setStored, useStored } from '#web/lib/storage.ts'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/choice/switch.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type ListParts, listPage } from '#web/ui/table/list-page.tsx'
import type { List } from '#web/ui/table/search/use-list.ts'
import { tip } from '#web/ui/tooltip.tsx'
import { ChartFailure } from './chart/chart-failure.tsx'
import { useOpenLog } from './detail/use-open-row.ts'
import { FacetsButton } from './filters/facets-button.tsx'
import { useLogFilters } from './filters/use-log-filters.tsx'
import { useLogColumns } from './list/columns.tsx'
import { type Live, useLive } from './live/use-live.ts'
import { filterQuery, type LogRow, logsQuery, type Scope } from './rows/log-list.ts'
import { type LogFilters, type LogFilters as LogFilterValues, logList } from './rows/log-search.ts'
import { shifted } from './rows/time-range.ts'
import { Stats } from './stats.tsx'

const Histogram = lazyPart(() => import('./chart/histogram.tsx'))
const LogDrawer = lazy(() => import('./detail/log-drawer.tsx'))

/** Height of the chart while its code loads. */
const CHART_ROOM = 'h-11 shrink-0'
/** Shown when the chart's code could not be loaded; retrying would not help. */
const NoChart = () => <ChartFailure />
const LIVE_STATS_MS = 15_000

/** Lists calls with their cost, top-ups, changes by administrators, and system messages. */
export const LogsPage = listPage<LogRow, (typeof logList)['filters']>({
  id: 'logs',
  spec: logList,
  useParts: useLogParts,
})

function useLogParts(list: List<(typeof logList)['filters']>): ListParts<LogRow> {
  const { t } = useTranslation('logs')
  const admin = useIsAdmin()
  const scope = admin ? 'all' : 'own'
  const client = useQueryClient()
  const { filters } = list.state
  // The filter for which the reader requested an exact count, however long it takes.
  const [counted, setCounted] = useState<string>()
  const exact = counted === JSON.stringify(filters)
  const query = useQuery(logsQuery(scope, list.state, exact))
  const live = useLive(scope, list.state, exact, query.data)
  const every = live.running && LIVE_STATS_MS
  const shown = query.data && { rows: query.data, ...list.state, stale: query.isPlaceholderData }
  const { opened, open } = useOpenLog(scope, shown)
  const refetch = () => {
    for (const part of ['stat', 'histogram', 'facets'])
      void client.refetchQueries({ queryKey: ['logs', part, scope, filters], type: 'active' })
    return query.refetch()
  }
  return {
    title: t('title'),
    action: <LogsHeader scope={scope} filters={filters} every={every} />,
    notice: <Chart list={list} scope={scope} every={every} />,
    query: { ...query, error: query.error ?? live.error, refetch },
    columns: useLogColumns(admin),
    nameOf: ({ created_at, model_name }: LogRow) => `${formatTime(created_at)} ${model_name}`.trim(),
    filters: useLogFilters(list, admin),
    extra: (
      <>
        <FacetsButton scope={scope} filters={filters} onFilter={list.setFilters} />
        <ExportButton {...{ scope, filters }} total={query.data?.total ?? 0} more={query.data?.more ?? false} />
        <LiveSwitch live={live} />
      </>
    ),
    empty: {
      title: t('empty.title'),
      hint: t('empty.hint'),
      action: <Button onClick={() => list.setFilters({ range: '30d' })}>{t('empty.action')}</Button>,
    },
    onOpen: (log: LogRow) => open(log.id),
    onCount: () => setCounted(JSON.stringify(filters)),
    current: (log: LogRow) => log.id === opened?.id,
    openShowsAll: true,
    copies: ({ id, facts }: LogRow) => facts.requestId || String(id),
    children: opened && (
      <Suspense>
        <LogDrawer
          {...opened}
          admin={admin}
          onStep={({ row, page }) => open(row, page)}
          onClose={() => open(undefined)}
          onShown={live.hold}
        />
      </Suspense>
    ),
  }
}

/** The calls over time, unless the reader hides them. */
function Chart({ list, scope, every }: { list: List<(typeof logList)['filters']> } & Omit<LogsHeaderProps, 'filters'>) {
  const onShift = useShift(list)
  if (!useStored('log-chart')) return null
  return (
    <CatchBoundary getResetKey={() => 'chart'} errorComponent={NoChart}>
      <Suspense fallback={<Skeleton className={CHART_ROOM} />}>
        <Histogram
          {...{ scope, every, onShift }}
          filters={list.state.filters}
          onZoom={(span) => list.setFilters({ range: undefined, ...span })}
        />
      </Suspense>
    </CatchBoundary>
  )
}

interface LogsHeaderProps {
  scope: Scope
  filters: LogFilterValues
  /** Milliseconds between refreshes; false = none. */
  every: number | false
}

/** The sums of the matching calls, and the button that shows or hides the chart. */
function LogsHeader({ scope, filters, every }: LogsHeaderProps) {
  const { t } = useTranslation('logs')
  const chart = useStored('log-chart')
  return (
    <div className="flex min-w-0 items-center gap-1">
      <Stats scope={scope} filters={filters} every={every} />
      <IconButton
        size="small"
        label={t(chart ? 'chart.hide' : 'chart.show')}
        aria-pressed={chart}
        className={chart ? 'text-primary' : undefined}
        icon={<ChartColumn size={16} aria-hidden />}
        onClick={() => setStored('log-chart', !chart)}
      />
    </div>
  )
}

/** Moves the time range of the list back and ahead by its length, by arrow keys too; undefined where it cannot. */
function useShift(list: List<(typeof logList)['filters']>) {
  const { t } = useTranslation('logs')
  const now = Math.floor(Date.now() / 1000)
  const shift = (by: -1 | 1) => {
    const span = shifted(list.state.filters, by, now)
    return span ? () => list.setFilters({ range: undefined, ...span }) : undefined
  }
  const onShift = { back: shift(-1), ahead: shift(1) }
  useActions([
    { id: 'logs.back', keys: 'arrowleft', label: t('shift.back'), run: () => onShift.back?.() },
    { id: 'logs.ahead', keys: 'arrowright', label: t('shift.ahead'), run: () => onShift.ahead?.() },
  ])
  return onShift
}

/** Turns live mode on and off and shows the number of pending rows. */
function LiveSwitch({ live }: { live: Live }) {
  const { t } = useTranslation('logs')
  useActions([{ id: 'logs.live', keys: 'l', label: t('live.toggle'), run: live.toggle }])
  return (
    <span className="flex items-center gap-2 pe-1">
      {live.waiting > 0 && (
        <Button
          size="small"
          variant="primary"
          icon={<ArrowUp size={14} aria-hidden />}
          className="fixed bottom-20 left-1/2 z-30 -translate-x-1/2 rounded-full! shadow-float"
          onClick={live.show}
        >
          {t('live.waiting', { count: live.waiting })}
        </Button>
      )}
      <span className="inline-flex" {...tip(`${t('live.hint')} (L)`)}>
        <Switch label={t(live.paused ? 'live.paused' : 'live.label')} checked={live.wanted} onChange={live.toggle} />
      </span>
    </span>
  )
}

interface ExportButtonProps {
  scope: Scope
  filters: LogFilters
  /** Number of rows that match the filter. */
  total: number
  /** The real number may be higher than `total`. */
  more: boolean
}

/** Exports all matching rows as a spreadsheet. */
function ExportButton({ scope, filters, total, more }: ExportButtonProps) {
  const { t } = useTranslation('logs')
  const save = useMutation({
    mutationFn: () => {
      const query = { ...filterQuery(filters), type: filters.type, format: 'csv' as const, time_zone: timeZone() }
      return scope === 'all'
        ? downloadReply(exportLogs, { query }, 'logs.csv')
        : downloadReply(exportOwnLogs, { query }, 'logs.csv')
    },
  })
  return (
    <IconButton
      label={t('export', { rows: atLeast(total, more) })}
      icon={<Download size={16} aria-hidden />}
      disabledReason={total === 0 ? t('exportNothing') : undefined}
      loading={save.isPending}
      onClick={() => save.mutate()}
    />
  )
}
