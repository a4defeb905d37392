import { createFileRoute } from '@tanstack/react-router'
import { DashboardPage } from '#web/features/dashboard/dashboard-page.tsx'
import { parseDashboardSearch } from '#web/features/dashboard/dashboard-search.ts'
import { usageQuery } from '#web/features/dashboard/queries.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { allows } from '#web/lib/session.ts'
import { getStored } from '#web/lib/storage.ts'

export const Route = createFileRoute('/_console/detail')({
  staticData: {
    page: {
      name: 'detail',
      nav: { access: 'user', key: 'd', feature: 'enable_data_export' },
    },
  },
  validateSearch: parseDashboardSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(usageQuery(allows('admin', getStored('user')) ? 'all' : 'own', deps))
    return loadNamespaces('table', 'dashboard')
  },
  component: DashboardPage,
})
