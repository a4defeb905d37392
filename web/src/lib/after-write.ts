import type { InvalidateQueryFilters, Query, QueryClient, QueryFilters, QueryKey } from '@tanstack/react-query'

// A response in flight during a write may be outdated, would count as fresh, and would stay cached. The cache
// refetches only queries that already have data, so requests in flight are cancelled first.

/**
 * Invalidates the queries that a write has changed and refetches the active ones. Callers waiting for a first
 * response get the new one.
 */
export function refresh(client: QueryClient, filters: InvalidateQueryFilters): Promise<void> {
  const late = giveUp(client, filters)
  const asked = client.invalidateQueries(filters)
  if (filters.refetchType === 'none') askAgain(client, late)
  return asked
}

/**
 * Keeps responses from replacing shown data during a write. Returns a function to call after the write: it
 * refetches the cancelled queries.
 */
export function hold(client: QueryClient, queryKey: QueryKey): () => void {
  const late = giveUp(client, { queryKey })
  return () => askAgain(client, late)
}

/** Call before putting a written change into the cache: restarts requests in flight, once for many changes. */
export function restart(client: QueryClient, queryKey: QueryKey): void {
  const late = giveUp(client, { queryKey })
  if (late.length > 0) queueMicrotask(() => askAgain(client, late))
}

function giveUp(client: QueryClient, filters: QueryFilters): Query[] {
  const late = client.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })
  // Takes effect at once; silent, so that waiting callers get the response of the next request.
  if (late.length > 0) void client.cancelQueries(filters, { silent: true })
  return late
}

function askAgain(client: QueryClient, late: readonly Query[]): void {
  void client.refetchQueries({ predicate: (query) => late.includes(query) }, { cancelRefetch: false })
}
