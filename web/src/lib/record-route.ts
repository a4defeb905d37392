import type { QueryClient } from '@tanstack/react-query'
import { loadNamespaces } from './i18n.ts'

/** The parameter of a route that opens one record. */
export const recordParams = {
  parse: ({ id }: { id: string }) => ({ id: Number(id) }),
  stringify: ({ id }: { id: number }) => ({ id: String(id) }),
}

interface LoaderInput {
  context: { queryClient: QueryClient }
  params: { id: number }
}

/** Returns the loader of such a route: it prefetches the queries and loads the texts. */
export const recordLoader =
  (queries: (id: number) => readonly object[], ...namespaces: Parameters<typeof loadNamespaces>) =>
  ({ context, params }: LoaderInput) => {
    for (const query of queries(params.id)) void context.queryClient.prefetchQuery(query as never)
    return loadNamespaces(...namespaces)
  }
