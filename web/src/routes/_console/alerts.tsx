import { createFileRoute } from '@tanstack/react-router'
import { alertsQuery } from '#web/features/alerts/alert-queries.ts'
import { alertList } from '#web/features/alerts/alert-search.ts'
import { AlertsPage } from '#web/features/alerts/alerts-page.tsx'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { parseListSearch } from '#web/ui/table/search/list-search.ts'
import { listStateOf } from '#web/ui/table/search/use-list.ts'

export const Route = createFileRoute('/_console/alerts')({
  staticData: { page: { name: 'alerts', nav: { access: 'admin', key: 'x' } } },
  validateSearch: (search: Record<string, unknown>) => parseListSearch(alertList, search),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(alertsQuery(listStateOf(alertList, deps)))
    return loadNamespaces('table', 'alerts', 'channels')
  },
  component: AlertsPage,
})
