import { createFileRoute } from '@tanstack/react-router'
import { drawingsQuery } from '#web/features/tasks/drawings/drawing-list.ts'
import { DrawingsPage } from '#web/features/tasks/drawings/drawings-page.tsx'
import { drawingList } from '#web/features/tasks/task-search.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { allows } from '#web/lib/session.ts'
import { getStored } from '#web/lib/storage.ts'
import { parseListSearch } from '#web/ui/table/search/list-search.ts'
import { listStateOf } from '#web/ui/table/search/use-list.ts'

export const Route = createFileRoute('/_console/midjourney')({
  staticData: { page: { name: 'midjourney', nav: { access: 'user', key: 'm', feature: 'enable_drawing' } } },
  validateSearch: (search: Record<string, unknown>) => parseListSearch(drawingList, search),
  loaderDeps: ({ search: { row: _, ...search } }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    const scope = allows('admin', getStored('user')) ? 'all' : 'own'
    void queryClient.prefetchQuery(drawingsQuery(scope, listStateOf(drawingList, deps)))
    return loadNamespaces('table', 'logs', 'tasks', 'drawing')
  },
  component: DrawingsPage,
})
