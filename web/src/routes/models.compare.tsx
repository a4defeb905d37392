import { createFileRoute } from '@tanstack/react-router'
import { catalogueQuery } from '#web/features/models/catalogue-query.ts'
import { ComparePage } from '#web/features/models/compare-page.tsx'
import { parseCompareSearch } from '#web/features/models/compare-search.ts'
import { measuresQuery } from '#web/features/models/measures-query.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'

export const Route = createFileRoute('/models/compare')({
  staticData: { page: { name: 'compare' } },
  validateSearch: parseCompareSearch,
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(catalogueQuery)
    void context.queryClient.prefetchQuery(measuresQuery)
    return loadNamespaces('table', 'pricing', 'models')
  },
  component: ComparePage,
})
