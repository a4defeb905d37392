import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { logQuery, type Scope } from './log-list.ts'
import type { OpenRow } from './log-search.ts'
import { apart, type Peek, peekAt, type Shown } from './peek.ts'

/** The row whose details are open, before it is there, or why it is not. */
export interface OpenedLog {
  id: number
  peek: Peek | null
  error: Error | null
  onRetry: () => void
}

/**
 * The row that the URL says is open. One that is not on the page shown is asked for by its id, so that a link leads to
 * it whatever the list shows by now.
 */
export function usePeek(scope: Scope, shown: Shown | undefined) {
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
      // Stepping from row to row is one visit: back leads to the list.
      replace: row !== undefined,
      resetScroll: false,
    })

  // Other rows come to stand at the ends of a page: once it is there, the URL names the row itself, or none.
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
