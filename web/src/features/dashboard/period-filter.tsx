import { useTranslation } from 'react-i18next'
import { useIsAdmin } from '#web/lib/session.ts'
import { Select } from '#web/ui/choice/select.tsx'
import { SearchField } from '#web/ui/table/search/search-field.tsx'
import { Moment } from '#web/ui/table/search/time-filter.tsx'
import { bysFor, type DashboardSearch, METRICS, PERIODS, STEPS } from './dashboard-search.ts'
import { periodOf, spanOf, stepOf } from './period.ts'

interface PeriodFilterProps {
  search: DashboardSearch
  /** Changes search parameters of the URL; `undefined` removes one. */
  onChange: (patch: DashboardSearch, history?: 'replace') => void
}

/** Chooses the period, the step and the user of the dashboard. */
export function PeriodFilter({ search, onChange }: PeriodFilterProps) {
  const { t } = useTranslation('dashboard')
  const admin = useIsAdmin()
  const bys = bysFor(admin ? 'all' : 'own')
  const period = periodOf(search)
  const now = Math.floor(Date.now() / 1000)
  const choose = (next: (typeof PERIODS)[number] | 'custom') => {
    if (next === 'custom') {
      const { start, end } = spanOf(search, now)
      return onChange({ period: undefined, step: undefined, from: start, to: end })
    }
    onChange({ period: next === '24h' ? undefined : next, step: undefined, from: undefined, to: undefined })
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        aria-label={t('filter.period')}
        className="w-auto"
        value={period}
        options={[...PERIODS, 'custom' as const].map((value) => ({ value, label: t(`period.${value}`) }))}
        onChange={choose}
      />
      {period === 'custom' && (
        <span className="flex flex-wrap items-center gap-1 max-sm:w-full">
          <Moment label={t('filter.from')} value={search.from} onChange={(from) => onChange({ from }, 'replace')} />
          <span aria-hidden className="text-muted max-sm:hidden">
            –
          </span>
          <Moment label={t('filter.to')} value={search.to} onChange={(to) => onChange({ to }, 'replace')} />
        </span>
      )}
      <Select
        aria-label={t('filter.step')}
        className="w-auto"
        value={stepOf(search, spanOf(search, now))}
        options={STEPS.map((value) => ({ value, label: t(`step.${value}`) }))}
        onChange={(step) => onChange({ step })}
      />
      <Select
        aria-label={t('filter.metric')}
        className="w-auto"
        value={search.metric ?? 'quota'}
        options={METRICS.map((value) => ({ value, label: t(`metric.${value}`) }))}
        onChange={(metric) => onChange({ metric: metric === 'quota' ? undefined : metric })}
      />
      <Select
        aria-label={t('filter.by')}
        className="w-auto"
        value={bys.find((by) => by === search.by) ?? 'model'}
        options={bys.map((value) => ({ value, label: t(`by.${value}`) }))}
        onChange={(by) => onChange({ by: by === 'model' ? undefined : by })}
      />
      {admin && (
        <SearchField
          label={t('filter.user')}
          placeholder={t('filter.user')}
          value={search.username ?? ''}
          onChange={(username) => onChange({ username: username || undefined }, 'replace')}
        />
      )}
    </div>
  )
}
