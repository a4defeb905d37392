import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { type ComponentType, Fragment, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { MEDIA, useMedia } from '#web/lib/media.ts'
import { Button } from '../../button.tsx'
import { Select } from '../../choice/select.tsx'
import { countSet } from './active-filters.ts'
import { SearchFilter } from './search-field.tsx'
import type { List } from './use-list.ts'

/** One filter of a list. With options it is a choice, with a control that control, else a search field. */
export interface ListFilter {
  /** Name of the filter in the list's spec. */
  name: string
  label?: string
  options?: readonly Option[] | undefined
  control?: ReactNode
  /** Accepted input: a tooltip while the field is empty. */
  hint?: string
  /** The label by default. */
  placeholder?: string
  icon?: ComponentType<{ size: number }>
  /** Stays visible on phones, as the first filter does. */
  beside?: true
  /** Width of a search field from 640 px. */
  className?: string
}

type Option = { value: string | number; label: string }

/** Options whose labels are their values. */
export const namedOptions = (values: readonly string[]): Option[] => values.map((value) => ({ value, label: value }))

interface ListFiltersProps {
  list: List
  filters: readonly ListFilter[]
}

/** The filters of a list. Each applies as soon as it is set; on phones all but the first are behind a button. */
export function ListFilters({ list, filters }: ListFiltersProps) {
  const stays = (filter: ListFilter) => filter.beside || filter === filters[0]
  const beside = filters.filter(stays)
  const others = filters.filter((filter) => !stays(filter))
  const draw = (filter: ListFilter) => <Fragment key={filter.name}>{drawn(list, filter)}</Fragment>
  return (
    <>
      {beside.map(draw)}
      {others.length > 0 && (
        <MoreFilters list={list} beside={beside.map(({ name }) => name)}>
          {others.map(draw)}
        </MoreFilters>
      )}
    </>
  )
}

function drawn(list: List, { name, label = '', options, control, beside: _, icon: Icon, ...field }: ListFilter) {
  if (control !== undefined) return control
  if (options) return <ChoiceFilter {...{ list, name, label, options }} />
  return (
    <SearchFilter
      {...{ list, name, label }}
      placeholder={label}
      icon={Icon && <Icon size={14} aria-hidden />}
      {...field}
    />
  )
}

interface MoreFiltersProps {
  list: List
  /** Names of the filters that stay visible on phones; the others are the children. */
  beside: readonly string[]
  children: ReactNode
}

/** The less common filters of a list: on phones they are behind a button that says how many are set. */
export function MoreFilters({ list, beside, children }: MoreFiltersProps) {
  const { t } = useTranslation('table')
  const phone = useMedia(MEDIA.phone)
  const [open, setOpen] = useState(false)
  if (!phone) return children
  const set = countSet(list.spec, list.state.filters, beside)
  return (
    <>
      <Button aria-expanded={open} icon={<SlidersHorizontal size={16} aria-hidden />} onClick={() => setOpen(!open)}>
        {t('filter.more')}
        {set > 0 && <span className="tabular-nums">({set})</span>}
      </Button>
      {open && children}
    </>
  )
}

interface ChoiceFilterProps {
  list: List
  /** Name of the filter in the list's spec. */
  name: string
  label: string
  options: readonly Option[]
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
