import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { channelTypes } from '#contract/channel-types/all.ts'
import { groupsQuery } from '#web/lib/groups.ts'
import { useStored } from '#web/lib/storage.ts'
import { ChoiceFilter } from '#web/ui/table/search/choice-filter.tsx'
import { MoreFilters } from '#web/ui/table/search/more-filters.tsx'
import { SearchFilter } from '#web/ui/table/search/search-filter.tsx'
import type { List } from '#web/ui/table/search/use-list.ts'
import { STATUSES } from '../queries/channel-search.ts'
import { stateOf } from '../queries/channel-status.ts'

/** Search and filters of the channel list. Each applies as soon as it is set. */
export function ChannelFilters({ list }: { list: List }) {
  const { t } = useTranslation('channels')
  const language = useStored('language')
  const { data: groups = [] } = useQuery(groupsQuery)
  return (
    <>
      <SearchFilter
        list={list}
        name="keyword"
        label={t('filter.keyword')}
        placeholder={t('filter.keywordHint')}
        hint={t('filter.keywordMore')}
        className="sm:w-44!"
      />
      <MoreFilters list={list} beside={['keyword']}>
        <SearchFilter
          list={list}
          name="model"
          label={t('filter.model')}
          placeholder={t('filter.modelHint')}
          className="sm:w-36!"
        />
        <ChoiceFilter
          list={list}
          name="group"
          label={t('filter.group')}
          options={groups.map((value) => ({ value, label: value }))}
        />
        <ChoiceFilter
          list={list}
          name="status"
          label={t('filter.status')}
          options={STATUSES.map((value) => ({ value, label: t(`status.${stateOf(value)}`) }))}
        />
        <ChoiceFilter
          list={list}
          name="type"
          label={t('filter.type')}
          options={channelTypes.map(({ id, name }) => ({ value: id, label: name[language] }))}
        />
        {/* A test of all channels sets this filter. It is shown only then, for lack of space. */}
        {list.state.filters.test !== undefined && (
          <ChoiceFilter
            list={list}
            name="test"
            label={t('filter.test')}
            options={[{ value: 'failed', label: t('filter.testFailed') }]}
          />
        )}
      </MoreFilters>
    </>
  )
}
