import Hash from 'lucide-react/icons/hash'
import KeyRound from 'lucide-react/icons/key-round'
import Sparkles from 'lucide-react/icons/sparkles'
import User from 'lucide-react/icons/user'
import { useTranslation } from 'react-i18next'
import type { ListFilter } from '#web/ui/table/search/list-filters.tsx'
import type { List } from '#web/ui/table/search/use-list.ts'
import type { logList } from '../rows/log-search.ts'
import { ChannelFilter } from './channel-filter.tsx'
import { OtherFilterChips } from './filter-chips.tsx'
import { RangeFilter } from './range-filter.tsx'
import { TypeFilter } from './type-filter.tsx'

/** The filters of the log. Type and time stay visible on phones. */
export function useLogFilters(list: List<(typeof logList)['filters']>, admin: boolean): ListFilter[] {
  const { t } = useTranslation('logs')
  const text = (name: string, short: 'token' | 'model' | 'user' | 'request', rest: Partial<ListFilter>) => ({
    name,
    label: t(`filter.${short}`),
    placeholder: t(`filter.short.${short}`),
    ...rest,
  })
  const user = text('username', 'user', { icon: User, className: 'sm:w-27!' })
  return [
    { name: 'type', control: <TypeFilter list={list} />, beside: true },
    { name: 'range', control: <RangeFilter list={list} />, beside: true },
    text('token_name', 'token', { icon: KeyRound, className: 'sm:w-29!' }),
    text('model_name', 'model', {
      icon: Sparkles,
      hint: t('filter.modelHint'),
      className: admin ? 'sm:w-29!' : 'sm:w-44!',
    }),
    ...(admin ? [user, { name: 'channel', control: <ChannelFilter list={list} /> }] : []),
    text('request_id', 'request', { icon: Hash, className: 'sm:w-31!' }),
    { name: 'status', control: <OtherFilterChips list={list} scope={admin ? 'all' : 'own'} />, beside: true },
  ]
}
