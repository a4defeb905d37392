import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { Select } from '../../choice/select.tsx'
import type { List } from './use-list.ts'

interface ChoiceFilterProps {
  list: List
  /** Name of the filter in the list's spec. */
  name: string
  label: string
  options: readonly { value: string | number; label: string }[]
}

/** A filter with a few values; highlighted while it is set. */
export function ChoiceFilter({ list, name, label, options }: ChoiceFilterProps) {
  const { t } = useTranslation('table')
  const chosen = list.state.filters[name]
  const value = String(chosen ?? '')
  // A value from the URL that is not an option is shown as it is.
  const isStray = chosen !== undefined && !options.some((option) => String(option.value) === value)
  const all = isStray && typeof chosen !== 'boolean' ? [...options, { value: chosen, label: value }] : options
  return (
    <Select
      aria-label={label}
      data-filter={name}
      className={cx('w-auto max-w-52', value !== '' && 'font-strong text-primary')}
      value={value}
      options={[
        { value: '', label: t('filter.any', { name: label }) },
        ...all.map((option) => ({ value: String(option.value), label: option.label })),
      ]}
      onChange={(next) => list.setFilters({ [name]: all.find((option) => String(option.value) === next)?.value })}
    />
  )
}
