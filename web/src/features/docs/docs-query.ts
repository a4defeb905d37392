import { queryOptions } from '@tanstack/react-query'
import { listDocs } from '#contract/api/documents.ts'
import { call } from '#web/lib/api.ts'

/** All pages for callers in a language; they are small, and the search looks through all of them. */
export const docsQuery = (language: string) =>
  queryOptions({
    queryKey: ['docs', language],
    queryFn: ({ signal }) => call(listDocs, {}, signal),
    staleTime: 600_000,
  })
