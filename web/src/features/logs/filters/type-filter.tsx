import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { Select } from '#web/ui/choice/select.tsx'
import type { List } from '#web/ui/table/search/use-list.ts'
import { LOG_TYPES, type logList } from '../rows/log-search.ts'

const FAILED = 'failed'

/** Filters by the type of rows. Failed calls are a separate choice, though they are rows of the system. */
export function TypeFilter({ list }: { list: List<(typeof logList)['filters']> }) {
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
