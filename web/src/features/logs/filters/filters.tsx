import Hash from 'lucide-react/icons/hash'
import KeyRound from 'lucide-react/icons/key-round'
import Sparkles from 'lucide-react/icons/sparkles'
import User from 'lucide-react/icons/user'
import { useTranslation } from 'react-i18next'
import { MoreFilters } from '#web/ui/table/search/more-filters.tsx'
import { SearchFilter } from '#web/ui/table/search/search-filter.tsx'
import type { List } from '#web/ui/table/search/use-list.ts'
import type { logList } from '../rows/log-search.ts'
import { ChannelFilter } from './channel-filter.tsx'
import { OtherFilterChips } from './filter-chips.tsx'
import { RangeFilter } from './range-filter.tsx'
import { TypeFilter } from './type-filter.tsx'

interface FiltersProps {
  list: List<(typeof logList)['filters']>
  admin: boolean
}

/** Filters of the log. On phones the less common ones are behind a button. */
export function LogFilters({ list, admin }: FiltersProps) {
  return (
    <>
      <TypeFilter list={list} />
      <RangeFilter list={list} />
      <MoreFilters list={list} beside={['type', 'status', 'range']}>
        <TextFilters list={list} admin={admin} />
      </MoreFilters>
      <OtherFilterChips list={list} scope={admin ? 'all' : 'own'} />
    </>
  )
}

const ICON = { size: 14, 'aria-hidden': true } as const

function TextFilters({ list, admin }: FiltersProps) {
  const { t } = useTranslation('logs')
  return (
    <>
      <SearchFilter
        list={list}
        name="token_name"
        icon={<KeyRound {...ICON} />}
        label={t('filter.token')}
        placeholder={t('filter.short.token')}
        className="sm:w-29!"
      />
      <SearchFilter
        list={list}
        name="model_name"
        icon={<Sparkles {...ICON} />}
        label={t('filter.model')}
        hint={t('filter.modelHint')}
        placeholder={t('filter.short.model')}
        className={admin ? 'sm:w-29!' : 'sm:w-44!'}
      />
      {admin && (
        <>
          <SearchFilter
            list={list}
            name="username"
            icon={<User {...ICON} />}
            label={t('filter.user')}
            placeholder={t('filter.short.user')}
            className="sm:w-27!"
          />
          <ChannelFilter list={list} />
        </>
      )}
      <SearchFilter
        list={list}
        name="request_id"
        icon={<Hash {...ICON} />}
        label={t('filter.request')}
        placeholder={t('filter.short.request')}
        className="sm:w-31!"
      />
    </>
  )
}
