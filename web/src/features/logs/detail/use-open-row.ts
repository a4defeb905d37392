import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { logQuery, type Scope } from '../rows/log-list.ts'
import type { OpenRow } from '../rows/log-search.ts'
import { apart, type Peek, peekAt, type Shown } from './open-row.ts'

/** The open row, or its loading state or error. */
export interface OpenedLog {
  id: number
  peek: Peek | null
  error: Error | null
  onRetry: () => void
}

/**
 * Returns the row that the URL opens. A row that is not on the visible page is fetched by id, so that links
 * work whatever the list shows.
 */
export function useOpenLog(scope: Scope, shown: Shown | undefined) {
  const navigate = useNavigate()
  const { row } = useSearch({ from: '/_console/log' })
  const id = typeof row === 'number' ? row : undefined
  const here = row !== undefined && shown ? peekAt(row, shown) : null
  const one = useQuery({ ...logQuery(scope, id ?? 0), enabled: id !== undefined, initialData: here?.row })

  const open = (next: OpenRow | undefined, page?: number) =>
    void navigate({
      from: '/log',
      to: '/log',
      search: ({ row: _, ...search }) => ({
        ...search,
        ...(next !== undefined && { row: next }),
        ...(page !== undefined && { p: page > 1 ? page : undefined }),
      }),
      // Stepping between rows replaces the history entry, so that "back" leads to the list.
      replace: row !== undefined,
      resetScroll: false,
    })

  // The rows at the ends of a page change: once the page is loaded, the URL gets the row's id, or none.
  const arrived = id === undefined && row !== undefined && shown !== undefined && !shown.stale
  const settle = useEffectEvent(() => open(here?.row.id))
  useEffect(() => {
    if (arrived) settle()
  }, [arrived])

  const peek = here ?? (id !== undefined && one.data ? apart(one.data) : null)
  const openedId = peek?.row.id ?? id
  const opened: OpenedLog | null =
    openedId === undefined ? null : { id: openedId, peek, error: one.error, onRetry: () => void one.refetch() }
  return { opened, open }
}
