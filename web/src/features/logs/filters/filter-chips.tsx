import { useQuery } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import type { List } from '#web/ui/table/search/use-list.ts'
import { type Scope, tokenNameQuery } from '../rows/log-list.ts'
import type { logList } from '../rows/log-search.ts'
import { typeOf } from '../rows/row-kind.ts'
import { leftOut, takenIn } from './value-filters.ts'

/**
 * Shows the filters without a separate field, each with a button to remove it: token id, excluded values,
 * and how calls ended.
 */
export function OtherFilterChips({ list, scope }: { list: List<(typeof logList)['filters']>; scope: Scope }) {
  const { t } = useTranslation('logs')
  const { filters } = list.state
  const { token_id: id = 0 } = filters
  const { data: name = '' } = useQuery({ ...tokenNameQuery(scope, id), enabled: id > 0 })
  const token = id > 0 && {
    key: 'token',
    text: t('chip.token', { id, name }).trim(),
    clear: () => list.setFilters({ token_id: undefined }),
  }
  const chips = leftOut(filters).map(({ field, value }) => ({
    key: `${field} ${value}`,
    text: `${t(`facets.field.${field}`)} ≠ ${field === 'type' ? t(`type.${typeOf(Number(value))}`) : value}`,
    clear: () => list.setFilters(takenIn(filters, field, value) as typeof filters),
  }))
  const status = filters.status && {
    key: 'status',
    text: t(filters.status === 'failed' ? 'status.failed' : 'status.served'),
    clear: () => list.setFilters({ status: undefined }),
  }
  return [...(token ? [token] : []), ...(status ? [status] : []), ...chips].map(({ key, text, clear }) => (
    <Button
      key={key}
      size="small"
      aria-label={t('chip.remove', { filter: text })}
      className="max-w-60 text-primary"
      onClick={clear}
    >
      <span className="truncate font-strong">{text}</span>
      <X size={12} aria-hidden className="shrink-0" />
    </Button>
  ))
}
