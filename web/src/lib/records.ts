import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import { restart } from './after-write.ts'

interface Page<Row> {
  data: Row[]
  /** Rows on all pages. */
  total: number
}

/** All rows of a list, page after page from the first. */
export async function fetchAllPages<Row>(fetchPage: (page: number) => Promise<Page<Row>>): Promise<Row[]> {
  const all: Row[] = []
  for (let page = 1; ; page++) {
    const { data, total } = await fetchPage(page)
    all.push(...data)
    if (data.length === 0 || all.length >= total) return all
  }
}

/** Changes a record in every cached page of its list and where it is cached by itself, without asking the server. */
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

/** Changes many records in every cached page of their list, without asking the server. */
export function patchRecords<Row extends { id: number }>(
  client: QueryClient,
  list: QueryKey,
  patches: ReadonlyMap<number, Partial<Row>>,
) {
  const change = (row: Row) => (patches.has(row.id) ? { ...row, ...patches.get(row.id) } : row)
  restart(client, list)
  client.setQueriesData<Page<Row>>({ queryKey: list }, (page) => page && { ...page, data: page.data.map(change) })
}

/** What the server has now, whatever is cached; one try. */
export const readAgain = <T, Key extends QueryKey>(client: QueryClient, query: FetchQueryOptions<T, Error, T, Key>) =>
  client.fetchQuery({ ...query, staleTime: 0, retry: false })
