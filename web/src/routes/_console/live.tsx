import { createFileRoute } from '@tanstack/react-router'
import { LivePage } from '#web/features/operations/live/live-page.tsx'
import { liveQuery } from '#web/features/operations/live/live-query.ts'
import { parseLiveSearch } from '#web/features/operations/live/live-search.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'

export const Route = createFileRoute('/_console/live')({
  staticData: { page: { name: 'live', nav: { access: 'admin', key: 'q' } } },
  validateSearch: parseLiveSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(liveQuery(deps))
    return loadNamespaces('table', 'operations')
  },
  component: LivePage,
})
