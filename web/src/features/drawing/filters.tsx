import Hash from 'lucide-react/icons/hash'
import User from 'lucide-react/icons/user'
import { useTranslation } from 'react-i18next'
import { ChannelFilter } from '#web/features/logs/filters/channel-filter.tsx'
import { RangeFilter } from '#web/features/logs/filters/range-filter.tsx'
import { ChoiceFilter } from '#web/ui/table/search/choice-filter.tsx'
import { MoreFilters } from '#web/ui/table/search/more-filters.tsx'
import { SearchFilter } from '#web/ui/table/search/search-filter.tsx'
import type { List } from '#web/ui/table/search/use-list.ts'
import { INITIAL } from './drawing-list.ts'
import { STATUS_COLOURS } from './drawing-marks.ts'
import type { drawingList } from './drawing-search.ts'

interface FiltersProps {
  list: List<(typeof drawingList)['filters']>
  admin: boolean
}

// Failures come first, since they are filtered for most often.
const STATUSES = (Object.keys(STATUS_COLOURS) as (keyof typeof STATUS_COLOURS)[]).toSorted(
  (a, b) => Number(b === 'FAILURE') - Number(a === 'FAILURE'),
)

/** Filters of the drawing list. Each applies as soon as it is set. */
export function DrawingFilters({ list, admin }: FiltersProps) {
  const { t } = useTranslation('drawing')
  return (
    <>
      <RangeFilter list={list} initial={INITIAL} />
      <MoreFilters list={list} beside={['range']}>
        <ChoiceFilter
          list={list}
          name="status"
          label={t('column.status')}
          options={STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
        />
        <SearchFilter
          list={list}
          name="mj_id"
          icon={<Hash size={14} aria-hidden />}
          label={t('column.mj_id')}
          placeholder={t('column.mj_id')}
          hint={t('wholeId')}
          className="sm:w-48!"
        />
        {admin && (
          <>
            <SearchFilter
              list={list}
              name="username"
              icon={<User size={14} aria-hidden />}
              label={t('filterUser')}
              placeholder={t('filterUser')}
              hint={t('filterUserHint')}
              className="sm:w-36!"
            />
            <ChannelFilter list={list} />
          </>
        )}
      </MoreFilters>
    </>
  )
}
