import { createFileRoute } from '@tanstack/react-router'
import { routingQuery } from '#web/features/routing/queries.ts'
import { RoutingPage } from '#web/features/routing/routing-page.tsx'
import { parseRoutingSearch } from '#web/features/routing/routing-search.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'

export const Route = createFileRoute('/_console/routing')({
  staticData: { page: { name: 'routing', nav: { access: 'admin', key: 'g' } } },
  validateSearch: parseRoutingSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    if (deps.model) void context.queryClient.prefetchQuery(routingQuery(deps))
    return loadNamespaces('table', 'routing', 'health', 'limits')
  },
  component: RoutingPage,
})
