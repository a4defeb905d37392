import { createFileRoute } from '@tanstack/react-router'
import { HealthPage } from '#web/features/health/health-page.tsx'
import { healthQuery } from '#web/features/traffic/health-queries.ts'
import { parseHealthSearch } from '#web/features/traffic/health-search.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'

export const Route = createFileRoute('/_console/health')({
  staticData: { page: { name: 'health', nav: { access: 'admin', key: 'i' } } },
  validateSearch: parseHealthSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(healthQuery(deps.period ?? '24h'))
    return loadNamespaces('table', 'health', 'channels')
  },
  component: HealthPage,
})
