import Hash from 'lucide-react/icons/hash'
import User from 'lucide-react/icons/user'
import { useTranslation } from 'react-i18next'
import { RangeFilter } from '#web/features/logs/filters/range-filter.tsx'
import { ChoiceFilter } from '#web/ui/table/search/choice-filter.tsx'
import { MoreFilters } from '#web/ui/table/search/more-filters.tsx'
import { SearchFilter } from '#web/ui/table/search/search-filter.tsx'
import type { List } from '#web/ui/table/search/use-list.ts'
import { ACTION_KINDS, ACTION_NAMES, TARGET_KINDS } from './actions.ts'
import type { auditList } from './audit-search.ts'
import { useWording } from './use-wording.ts'

const ICON = { size: 14, 'aria-hidden': true } as const

/** Filters by actor, action, target and time. Each applies as soon as it is set. */
export function AuditFilters({ list }: { list: List<(typeof auditList)['filters']> }) {
  const { t } = useTranslation('audits')
  const words = useWording()
  const kinds = ACTION_KINDS.map((kind) => ({ value: kind, label: t('filter.allOf', { kind: words.kind(kind) }) }))
  const actions = ACTION_NAMES.map((action) => ({ value: action, label: words.action(action) }))
  return (
    <>
      <SearchFilter
        list={list}
        name="actor"
        icon={<User {...ICON} />}
        label={t('filter.actor')}
        placeholder={t('filter.actor')}
        hint={t('filter.actorHint')}
        className="sm:w-36!"
      />
      <MoreFilters list={list} beside={['actor']}>
        <ChoiceFilter list={list} name="action" label={t('filter.action')} options={[...kinds, ...actions]} />
        <ChoiceFilter
          list={list}
          name="target_kind"
          label={t('filter.targetKind')}
          options={TARGET_KINDS.map((kind) => ({ value: kind, label: words.kind(kind) }))}
        />
        <SearchFilter
          list={list}
          name="target_id"
          icon={<Hash {...ICON} />}
          label={t('filter.target')}
          placeholder={t('filter.target')}
          hint={t('filter.targetHint')}
          className="sm:w-36!"
        />
        <RangeFilter list={list} initial="all" />
      </MoreFilters>
    </>
  )
}
