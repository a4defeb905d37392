import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import { restart } from './after-write.ts'

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
