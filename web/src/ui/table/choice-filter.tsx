import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { Select } from '../select.tsx'
import type { List } from './use-list.ts'

interface ChoiceFilterProps {
  list: List
  /** Name of a filter in the list's spec that takes these values. */
  name: string
  label: string
  options: readonly { value: string | number; label: string }[]
}

/** A filter with a few values; it stands out while it is set. */
export function ChoiceFilter({ list, name, label, options }: ChoiceFilterProps) {
  const { t } = useTranslation('table')
  const value = String(list.state.filters[name] ?? '')
  return (
    <Select
      aria-label={label}
      className={cx('w-auto max-w-52', value !== '' && 'font-strong text-primary')}
      value={value}
      options={[
        { value: '', label: t('filter.any', { name: label }) },
        ...options.map((option) => ({ value: String(option.value), label: option.label })),
      ]}
      onChange={(next) => list.setFilters({ [name]: options.find((option) => String(option.value) === next)?.value })}
    />
  )
}
