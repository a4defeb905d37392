import { useQuery } from '@tanstack/react-query'
import Hash from 'lucide-react/icons/hash'
import KeyRound from 'lucide-react/icons/key-round'
import Search from 'lucide-react/icons/search'
import Sparkles from 'lucide-react/icons/sparkles'
import User from 'lucide-react/icons/user'
import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import type { ListFilter } from '#web/ui/table/search/list-filters.tsx'
import type { List } from '#web/ui/table/search/use-list.ts'
import { type Scope, tokenNameQuery } from '../rows/log-list.ts'
import { LOG_TYPES, type logList } from '../rows/log-search.ts'
import { typeOf } from '../rows/row-kind.ts'
import { ChannelFilter } from './channel-filter.tsx'
import { RangeFilter } from './range-filter.tsx'
import { leftOut, takenIn } from './value-filters.ts'

/** The filters of the log. Type and time stay visible on phones. */
export function useLogFilters(list: List<(typeof logList)['filters']>, admin: boolean): ListFilter[] {
  const { t } = useTranslation('logs')
  const text = (name: string, short: 'token' | 'model' | 'user' | 'request' | 'words', rest: Partial<ListFilter>) => ({
    name,
    label: t(`filter.${short}`),
    placeholder: t(`filter.short.${short}`),
    ...rest,
  })
  const { status, words } = list.state.filters
  const user = text('username', 'user', { icon: User, className: 'sm:w-23!' })
  return [
    { name: 'type', control: <TypeFilter list={list} />, beside: true },
    { name: 'range', control: <RangeFilter list={list} />, beside: true },
    text('token_name', 'token', { icon: KeyRound, className: 'sm:w-24!' }),
    text('model_name', 'model', {
      icon: Sparkles,
      hint: t('filter.modelHint'),
      className: admin ? 'sm:w-25!' : 'sm:w-44!',
    }),
    ...(admin ? [user, { name: 'channel', control: <ChannelFilter list={list} /> }] : []),
    text('request_id', 'request', { icon: Hash, className: 'sm:w-28!' }),
    ...(status === FAILED || words ? [text('words', 'words', { icon: Search, className: 'sm:w-28!' })] : []),
    { name: 'status', control: <OtherFilterChips list={list} scope={admin ? 'all' : 'own'} />, beside: true },
  ]
}

const FAILED = 'failed'

/** Filters by the type of rows. Failed calls are a separate choice, though they are rows of the system. */
function TypeFilter({ list }: { list: List<(typeof logList)['filters']> }) {
  const { t } = useTranslation('logs')
  const { t: words } = useTranslation('table')
  const { type, status } = list.state.filters
  const value = status === FAILED ? FAILED : String(type ?? '')
  const label = t('filter.type')
  return (
    <Select
      aria-label={label}
      data-filter="type"
      className={cx('w-auto max-w-52', value !== '' && 'font-strong text-primary')}
      value={value}
      options={[
        { value: '', label: words('filter.any', { name: label }) },
        ...LOG_TYPES.map((each) => ({ value: String(each), label: t(`type.${each}`) })),
        { value: FAILED, label: t('type.failed') },
      ]}
      onChange={(next) =>
        list.setFilters({
          type: LOG_TYPES.find((each) => String(each) === next),
          status: next === FAILED ? FAILED : undefined,
        })
      }
    />
  )
}

/**
 * Shows the filters without a separate field, each with a button to remove it: token id, excluded values,
 * and how calls ended.
 */
function OtherFilterChips({ list, scope }: { list: List<(typeof logList)['filters']>; scope: Scope }) {
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
