import Hash from 'lucide-react/icons/hash'
import User from 'lucide-react/icons/user'
import { useTranslation } from 'react-i18next'
import { ChannelFilter } from '#web/features/logs/filters/channel-filter.tsx'
import { RangeFilter } from '#web/features/logs/filters/range-filter.tsx'
import type { Range } from '#web/features/logs/rows/log-search.ts'
import { useIsAdmin } from '#web/lib/session.ts'
import type { ListFilter } from '#web/ui/table/search/list-filters.tsx'
import type { List } from '#web/ui/table/search/use-list.ts'
import type { taskList } from './task-search.ts'

type Common = Pick<(typeof taskList)['filters'], 'range' | 'from' | 'to'>

/** The filters of tasks and drawings: time, the given ones, the id `idName`, and for administrators user and channel. */
export function useTaskFilters(
  list: List<Common>,
  idName: 'task_id' | 'mj_id',
  choices: readonly ListFilter[],
  initial?: Range,
): readonly ListFilter[] {
  const { t } = useTranslation('tasks')
  const admin = useIsAdmin()
  const user = {
    name: 'username',
    label: t('filterUser'),
    hint: t('filterUserHint'),
    icon: User,
    className: 'sm:w-36!',
  }
  return [
    { name: 'range', control: <RangeFilter list={list} {...(initial && { initial })} /> },
    ...choices,
    { name: idName, label: t('filterId'), hint: t('wholeId'), icon: Hash, className: 'sm:w-48!' },
    ...(admin ? [user, { name: 'channel', control: <ChannelFilter list={list} /> }] : []),
  ]
}
