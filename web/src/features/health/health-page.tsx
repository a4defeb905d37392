import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import HeartPulse from 'lucide-react/icons/heart-pulse'
import { useTranslation } from 'react-i18next'
import { selectCells } from '#web/features/traffic/health.ts'
import { type Health, healthQuery } from '#web/features/traffic/health-queries.ts'
import { type HealthSearch, PERIODS, SHOWN } from '#web/features/traffic/health-search.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListFailure, RefreshFailure } from '#web/ui/table/list-states.tsx'
import { SearchField } from '#web/ui/table/search/search-field.tsx'
import { HealthTable } from './health-table.tsx'

const route = getRouteApi('/_console/health')

/** Shows what each channel did for each model: success, times and errors of real calls. */
export function HealthPage() {
  const { t } = useTranslation('health')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, isPlaceholderData, refetch } = useQuery(healthQuery(search.period ?? '24h'))
  const change = (patch: HealthSearch, replace = false) =>
    void navigate({ search: (old) => ({ ...old, ...patch }), replace })
  return (
    <div className="flex min-w-0 flex-col gap-3 px-4 pt-3 pb-6 max-sm:px-3">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="min-w-fit flex-1 text-title">{t('title')}</h1>
        <SearchField
          label={t('filter.keyword')}
          placeholder={t('filter.keyword')}
          value={search.keyword ?? ''}
          onChange={(keyword) => change({ keyword: keyword || undefined }, true)}
        />
        <Select
          aria-label={t('filter.shown')}
          className="w-auto"
          value={search.shown ?? 'all'}
          options={SHOWN.map((value) => ({ value, label: t(`shown.${value}`) }))}
          onChange={(shown) => change({ shown: shown === 'all' ? undefined : shown })}
        />
        <Select
          aria-label={t('filter.period')}
          className="w-auto"
          value={search.period ?? '24h'}
          options={PERIODS.map((value) => ({ value, label: t(`period.${value}`) }))}
          onChange={(period) => change({ period: period === '24h' ? undefined : period })}
        />
      </header>
      {data && error && <RefreshFailure error={error} onRetry={refetch} />}
      {data ? (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : ''}>
          <Board health={data} search={search} />
        </div>
      ) : error ? (
        <ListFailure error={error} onRetry={refetch} />
      ) : (
        <Skeleton />
      )}
    </div>
  )
}

function Board({ health, search }: { health: Health; search: HealthSearch }) {
  const { t } = useTranslation('health')
  const cells = selectCells(health.cells, search.keyword ?? '', search.shown === 'failing')
  if (cells.length > 0) return <HealthTable cells={cells} health={health} />
  if (health.cells.length > 0) return <EmptyState title={t('noMatch.title')} hint={t('noMatch.hint')} />
  return (
    <EmptyState
      icon={<HeartPulse aria-hidden className="size-8" />}
      title={t('empty.title')}
      hint={t('empty.hint')}
      action={
        <Link to="/channel" className={buttonClass('default')}>
          {t('empty.action')}
        </Link>
      }
    />
  )
}
