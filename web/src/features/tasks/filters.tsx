import Hash from 'lucide-react/icons/hash'
import User from 'lucide-react/icons/user'
import { useTranslation } from 'react-i18next'
import { ChannelFilter } from '#web/features/logs/filters/channel-filter.tsx'
import { RangeFilter } from '#web/features/logs/filters/range-filter.tsx'
import { ChoiceFilter } from '#web/ui/table/search/choice-filter.tsx'
import { MoreFilters } from '#web/ui/table/search/more-filters.tsx'
import { SearchFilter } from '#web/ui/table/search/search-filter.tsx'
import type { List } from '#web/ui/table/search/use-list.ts'
import { ACTION_COLOURS, STATUS_COLOURS, type TaskAction, type TaskStatus } from './task-marks.ts'
import type { taskList } from './task-search.ts'

interface FiltersProps {
  list: List<(typeof taskList)['filters']>
  admin: boolean
}

// The server reads an empty status as any.
const STATUSES = (Object.keys(STATUS_COLOURS) as TaskStatus[]).filter((status) => status !== 'SUBMITTING')
const ACTIONS = Object.keys(ACTION_COLOURS) as TaskAction[]

/** The filters of the tasks; each applies immediately. */
export function TaskFilters({ list, admin }: FiltersProps) {
  const { t } = useTranslation('tasks')
  return (
    <>
      <RangeFilter list={list} />
      <MoreFilters list={list} beside={['range']}>
        <ChoiceFilter
          list={list}
          name="status"
          label={t('column.status')}
          options={STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
        />
        <ChoiceFilter
          list={list}
          name="action"
          label={t('column.action')}
          options={ACTIONS.map((value) => ({ value, label: t(`action.${value}`) }))}
        />
        <SearchFilter
          list={list}
          name="task_id"
          icon={<Hash size={14} aria-hidden />}
          label={t('filterId')}
          placeholder={t('filterId')}
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
