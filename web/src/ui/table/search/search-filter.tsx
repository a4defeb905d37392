import type { ComponentProps } from 'react'
import { SearchField } from './search-field.tsx'
import type { List } from './use-list.ts'

interface SearchFilterProps extends Omit<ComponentProps<typeof SearchField>, 'value' | 'onChange'> {
  list: List
  /** Name of a text filter in the list's spec, or with `digits` of a numeric one. */
  name: string
}

/** A text filter of a list that applies while typing. */
export function SearchFilter({ list, name, ...field }: SearchFilterProps) {
  return (
    <SearchField
      {...field}
      value={String(list.state.filters[name] ?? '')}
      onChange={(text) => list.setFilters({ [name]: text || undefined }, 'replace')}
    />
  )
}
