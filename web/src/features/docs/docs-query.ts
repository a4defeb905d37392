import { listDocs } from '#contract/api/documents.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'

/** All pages for callers in a language; they are small, and the search looks through all of them. */
export const docsQuery = (language: string) => endpointQuery(['docs', language], listDocs, {}, { staleTime: 600_000 })
