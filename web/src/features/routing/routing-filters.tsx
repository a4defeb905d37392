import { useQuery } from '@tanstack/react-query'
import KeyRound from 'lucide-react/icons/key-round'
import MessagesSquare from 'lucide-react/icons/messages-square'
import { useTranslation } from 'react-i18next'
import { groupsQuery } from '#web/lib/groups.ts'
import { Select } from '#web/ui/choice/select.tsx'
import { SearchField } from '#web/ui/table/search/search-field.tsx'
import { FORMATS, type RoutingSearch } from './routing-search.ts'

interface RoutingFiltersProps {
  search: RoutingSearch
  /** Changes search parameters of the URL; `undefined` removes one. */
  onChange: (patch: RoutingSearch, replace?: boolean) => void
}

/** The call that is asked about. */
export function RoutingFilters({ search, onChange }: RoutingFiltersProps) {
  const { t } = useTranslation('routing')
  const { data: groups = [] } = useQuery(groupsQuery)
  const group = search.group ?? 'default'
  const names = [...new Set([...groups, 'auto', group])]
  const format = search.format ?? 'chat'
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchField
        label={t('filter.model')}
        placeholder={t('filter.model')}
        value={search.model ?? ''}
        onChange={(model) => onChange({ model: model || undefined }, true)}
      />
      <Select
        aria-label={t('filter.format')}
        className="w-auto"
        value={format}
        options={FORMATS.map((value) => ({ value, label: t(`format.${value}`) }))}
        onChange={(next) => onChange({ format: next === 'chat' ? undefined : next })}
      />
      {search.token === undefined && (
        <Select
          aria-label={t('filter.group')}
          className="w-auto"
          value={group}
          options={names.map((value) => ({ value, label: value }))}
          onChange={(next) => onChange({ group: next === 'default' ? undefined : next })}
        />
      )}
      <SearchField
        label={t('filter.token')}
        placeholder={t('filter.token')}
        icon={<KeyRound size={16} aria-hidden />}
        hint={t('filter.tokenHint')}
        digits
        className="max-w-44"
        value={search.token === undefined ? '' : String(search.token)}
        onChange={(id) => onChange({ token: id ? Number(id) : undefined, group: undefined }, true)}
      />
      <SearchField
        label={t('filter.conversation')}
        placeholder={t('filter.conversation')}
        icon={<MessagesSquare size={16} aria-hidden />}
        hint={t('filter.conversationHint')}
        className="max-w-52"
        value={search.conversation ?? ''}
        onChange={(conversation) => onChange({ conversation: conversation || undefined }, true)}
      />
    </div>
  )
}
