import { useTranslation } from 'react-i18next'
import { Select } from '#web/ui/choice/select.tsx'
import { SearchField } from '#web/ui/table/search/search-field.tsx'
import { Moment } from '#web/ui/table/search/time-filter.tsx'
import { BYS, type MarginSearch, PERIODS } from './margin-search.ts'
import { periodOf, spanOf } from './span.ts'

interface MarginFiltersProps {
  search: MarginSearch
  /** Changes search parameters of the URL; `undefined` removes one. */
  onChange: (patch: MarginSearch, replace?: boolean) => void
}

/** Chooses the period, what sums are by, and which calls count. */
export function MarginFilters({ search, onChange }: MarginFiltersProps) {
  const { t } = useTranslation('margin')
  const period = periodOf(search)
  const choose = (next: (typeof PERIODS)[number] | 'custom') => {
    if (next === 'custom') {
      const { start, end } = spanOf(search, Math.floor(Date.now() / 1000))
      return onChange({ period: undefined, from: start, to: end })
    }
    onChange({ period: next === '30d' ? undefined : next, from: undefined, to: undefined })
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        aria-label={t('filter.by')}
        className="w-auto"
        value={search.by ?? 'channel'}
        options={BYS.map((value) => ({ value, label: t(`by.${value}`) }))}
        onChange={(by) => onChange({ by: by === 'channel' ? undefined : by, sort: undefined, order: undefined })}
      />
      <Select
        aria-label={t('filter.period')}
        className="w-auto"
        value={period}
        options={[...PERIODS, 'custom' as const].map((value) => ({ value, label: t(`period.${value}`) }))}
        onChange={choose}
      />
      {period === 'custom' && (
        <span className="flex flex-wrap items-center gap-1 max-sm:w-full">
          <Moment label={t('filter.from')} value={search.from} onChange={(from) => onChange({ from }, true)} />
          <span aria-hidden className="text-muted max-sm:hidden">
            –
          </span>
          <Moment label={t('filter.to')} value={search.to} onChange={(to) => onChange({ to }, true)} />
        </span>
      )}
      <SearchField
        label={t('filter.model')}
        placeholder={t('filter.model')}
        value={search.model_name ?? ''}
        onChange={(model_name) => onChange({ model_name: model_name || undefined }, true)}
      />
      <SearchField
        label={t('filter.user')}
        placeholder={t('filter.user')}
        value={search.username ?? ''}
        onChange={(username) => onChange({ username: username || undefined }, true)}
      />
      {search.channel !== undefined && (
        <Chip text={t('filter.channel', { id: search.channel })} onRemove={() => onChange({ channel: undefined })} />
      )}
      {search.group !== undefined && (
        <Chip text={t('filter.group', { group: search.group })} onRemove={() => onChange({ group: undefined })} />
      )}
    </div>
  )
}

function Chip({ text, onRemove }: { text: string; onRemove: () => void }) {
  const { t } = useTranslation('margin')
  return (
    <button
      type="button"
      onClick={onRemove}
      aria-label={t('filter.remove', { filter: text })}
      className="inline-flex min-h-8 items-center gap-1.5 rounded-control bg-hover px-2 text-small max-sm:min-h-control"
    >
      {text}
      <span aria-hidden>×</span>
    </button>
  )
}
