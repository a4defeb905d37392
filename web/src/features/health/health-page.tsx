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
import { Page } from '#web/ui/page.tsx'
import { Loaded } from '#web/ui/table/list-states.tsx'
import { SearchField } from '#web/ui/table/search/search-field.tsx'
import { HealthTable } from './health-table.tsx'

const route = getRouteApi('/_console/health')

/** Shows what each channel did for each model: success, times and errors of real calls. */
export function HealthPage() {
  const { t } = useTranslation('health')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (patch: HealthSearch, replace = false) =>
    void navigate({ search: (old) => ({ ...old, ...patch }), replace })
  const filters = (
    <>
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
    </>
  )
  return (
    <Page title={t('title')} action={filters}>
      <Loaded query={useQuery(healthQuery(search.period ?? '24h'))}>
        {(health) => <Board health={health} search={search} />}
      </Loaded>
    </Page>
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
