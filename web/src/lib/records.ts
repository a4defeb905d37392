import {
  type FetchQueryOptions,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query'
import { MAX_PAGE_SIZE } from '#contract/api/fields.ts'
import { hold, refresh, restart } from './after-write.ts'

interface Page<Row> {
  data: Row[]
  /** Number of rows on all pages. */
  total: number
}

/** Fetches all rows of a list, page by page. */
export async function fetchAllPages<Row>(fetchPage: (page: number) => Promise<Page<Row>>): Promise<Row[]> {
  const all: Row[] = []
  for (let page = 1; ; page++) {
    const { data, total } = await fetchPage(page)
    all.push(...data)
    if (data.length === 0 || all.length >= total) return all
  }
}

/** How the server is asked for the order of a list, whose spec allows no other columns. */
export const orderOf = <Id extends string>(sort: { id: string; descending: boolean } | null) => ({
  sort: sort?.id as Id | undefined,
  order: sort ? (sort.descending ? ('desc' as const) : ('asc' as const)) : undefined,
})

/**
 * The queries of a list and of its single records, and their updates. `name`: the first part of their keys;
 * `fetchPage`: fetches the requested page, from 1.
 */
export function recordQueries<Row extends { id: number }, Asked extends { page: number; size: number }>(
  name: string,
  fetchPage: (asked: Asked, signal?: AbortSignal) => Promise<Page<Row>>,
  fetchOne: (id: number, signal: AbortSignal) => Promise<Row>,
) {
  const list = [name, 'list'] as const
  const keyOf = (id: number) => [name, 'one', id] as const
  return {
    page: (asked: Asked) =>
      queryOptions({
        queryKey: [...list, asked],
        queryFn: ({ signal }) => fetchPage(asked, signal),
        placeholderData: keepPreviousData,
      }),
    /** Fetches every record that matches the filters, in list order. */
    all: (asked: Asked) => fetchAllPages((page) => fetchPage({ ...asked, page, size: MAX_PAGE_SIZE })),
    one: (id: number) =>
      queryOptions({
        queryKey: keyOf(id),
        queryFn: ({ signal }) => fetchOne(id, signal),
        // Just long enough to prefetch before the drawer opens: a form must not start from stale data.
        staleTime: 5000,
        gcTime: 5000,
      }),
    /** Updates a record in all caches, without a request. */
    patch: (client: QueryClient, id: number, patch: Partial<Row>) =>
      patchRecord(client, { list, one: keyOf(id) }, id, patch),
    /** Holds back list responses until the returned function is called: the rows show an unsaved change. */
    hold: (client: QueryClient) => hold(client, list),
    /** Refetches the lists after rows were added or removed. */
    refresh: (client: QueryClient) => refresh(client, { queryKey: list }),
  }
}

/** Updates a record in every cached page of its list and in its own query, without a request. */
export function patchRecord<Row extends { id: number }>(
  client: QueryClient,
  keys: { list: QueryKey; one: QueryKey },
  id: number,
  patch: Partial<Row>,
) {
  const change = (row: Row) => (row.id === id ? { ...row, ...patch } : row)
  for (const key of [keys.list, keys.one]) restart(client, key)
  client.setQueriesData<Page<Row>>({ queryKey: keys.list }, (page) => page && { ...page, data: page.data.map(change) })
  client.setQueryData<Row>(keys.one, (row) => row && change(row))
}

/** Updates many records in every cached page of their list, without a request. */
export function patchRecords<Row extends { id: number }>(
  client: QueryClient,
  list: QueryKey,
  patches: ReadonlyMap<number, Partial<Row>>,
) {
  const change = (row: Row) => (patches.has(row.id) ? { ...row, ...patches.get(row.id) } : row)
  restart(client, list)
  client.setQueriesData<Page<Row>>({ queryKey: list }, (page) => page && { ...page, data: page.data.map(change) })
}

/** Fetches the current server state, ignoring the cache, without retries. */
export const readAgain = <T, Key extends QueryKey>(client: QueryClient, query: FetchQueryOptions<T, Error, T, Key>) =>
  client.fetchQuery({ ...query, staleTime: 0, retry: false })
