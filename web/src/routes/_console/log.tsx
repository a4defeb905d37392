import { createFileRoute } from '@tanstack/react-router'
import { LogsPage } from '#web/features/logs/logs-page.tsx'
import { logsQuery, statQuery } from '#web/features/logs/rows/log-list.ts'
import { logList, parseLogSearch } from '#web/features/logs/rows/log-search.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { allows } from '#web/lib/session.ts'
import { getStored } from '#web/lib/storage.ts'
import { listStateOf } from '#web/ui/table/search/use-list.ts'

export const Route = createFileRoute('/_console/log')({
  staticData: { page: { name: 'log', nav: { access: 'user', key: 'l' } } },
  validateSearch: parseLogSearch,
  loaderDeps: ({ search: { row: _, ...search } }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    const scope = allows('admin', getStored('user')) ? 'all' : 'own'
    const state = listStateOf(logList, deps)
    void queryClient.prefetchQuery(logsQuery(scope, state))
    void queryClient.prefetchQuery(statQuery(scope, state.filters))
    return loadNamespaces('table', 'logs')
  },
  component: LogsPage,
})
