import type { InvalidateQueryFilters, Query, QueryClient, QueryFilters, QueryKey } from '@tanstack/react-query'

// An answer that is on its way when something is written may be from before, would count as fresh, and would stay. The
// cache asks anew by itself only where it had an answer already, so what is on its way is given up first.

/**
 * Asks the server again for what a write has changed, and forgets what is not shown. Whoever waits for a first answer
 * gets the new one.
 */
export function refresh(client: QueryClient, filters: InvalidateQueryFilters): Promise<void> {
  const late = giveUp(client, filters)
  const asked = client.invalidateQueries(filters)
  if (filters.refetchType === 'none') askAgain(client, late)
  return asked
}

/**
 * Keeps answers from replacing what is shown while a write is under way. Call what it returns when the write has ended:
 * it asks again for what was given up.
 */
export function hold(client: QueryClient, queryKey: QueryKey): () => void {
  const late = giveUp(client, { queryKey })
  return () => askAgain(client, late)
}

/** Before a written change is put into the cache: what is on its way is asked for again, once for many changes. */
export function restart(client: QueryClient, queryKey: QueryKey): void {
  const late = giveUp(client, { queryKey })
  if (late.length > 0) queueMicrotask(() => askAgain(client, late))
}

function giveUp(client: QueryClient, filters: QueryFilters): Query[] {
  const late = client.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })
  // Takes effect at once; silent, so that those who wait are handed to what is asked next.
  if (late.length > 0) void client.cancelQueries(filters, { silent: true })
  return late
}

function askAgain(client: QueryClient, late: readonly Query[]): void {
  void client.refetchQueries({ predicate: (query) => late.includes(query) }, { cancelRefetch: false })
}
