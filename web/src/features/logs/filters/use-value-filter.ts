import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { LogFilters, LogSearch } from '../rows/log-search.ts'
import { type Change, except, type Field, only, type Value } from './value-filters.ts'

/**
 * Filters for the rows with a value, or excludes them, and returns to the first page. `chosen` replaces the
 * including filter.
 */
export function useValueFilter() {
  const navigate = useNavigate()
  return useCallback(
    (field: Field, value: Value, excluded: boolean, chosen: Change = only(field, value)) =>
      void navigate({
        from: '/log',
        to: '/log',
        search: ({ p: _page, row: _row, ...search }: LogSearch) => ({
          ...search,
          ...(excluded ? except(search as LogFilters, field, value) : chosen),
        }),
        resetScroll: false,
      }),
    [navigate],
  )
}
