import { useTranslation } from 'react-i18next'
import { Select } from '#web/ui/choice/select.tsx'
import { Moment } from '#web/ui/table/search/time-filter.tsx'
import type { List } from '#web/ui/table/search/use-list.ts'
import { type logList, RANGES, type Range } from '../rows/log-search.ts'
import { chooseRange, rangeOf } from '../rows/time-range.ts'

interface RangeFilterProps {
  list: List<Pick<(typeof logList)['filters'], 'range' | 'from' | 'to'>>
  /** The default range of the list; today by default. */
  initial?: Range
}

/** Chooses the time range of a list: a named range that ends now, or two explicit times. */
export function RangeFilter({ list, initial }: RangeFilterProps) {
  const { t } = useTranslation('logs')
  const filters = { ...list.state.filters, initial }
  const range = rangeOf(filters)
  return (
    <>
      <Select
        aria-label={t('filter.time')}
        data-filter="range"
        className="w-auto"
        value={range}
        options={[...RANGES, 'custom' as const].map((value) => ({ value, label: t(`range.${value}`) }))}
        onChange={(next) => list.setFilters(chooseRange(filters, next, Math.floor(Date.now() / 1000)))}
      />
      {range === 'custom' && (
        <span className="flex flex-wrap items-center gap-1 max-sm:w-full">
          <Moment
            label={t('filter.from')}
            value={filters.from}
            onChange={(from) => list.setFilters({ from }, 'replace')}
          />
          <span aria-hidden className="text-muted max-sm:hidden">
            –
          </span>
          <Moment label={t('filter.to')} value={filters.to} onChange={(to) => list.setFilters({ to }, 'replace')} />
        </span>
      )}
    </>
  )
}
