import { createFileRoute } from '@tanstack/react-router'
import { drawingsQuery } from '#web/features/drawing/drawing-list.ts'
import { DrawingPage } from '#web/features/drawing/drawing-page.tsx'
import { drawingList, parseDrawingSearch } from '#web/features/drawing/drawing-search.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { allows } from '#web/lib/session.ts'
import { getStored } from '#web/lib/storage.ts'
import { listStateOf } from '#web/ui/table/search/use-list.ts'

export const Route = createFileRoute('/_console/midjourney')({
  staticData: { page: { name: 'midjourney', nav: { access: 'user', key: 'm', feature: 'enable_drawing' } } },
  validateSearch: parseDrawingSearch,
  loaderDeps: ({ search: { row: _, ...search } }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    const scope = allows('admin', getStored('user')) ? 'all' : 'own'
    void queryClient.prefetchQuery(drawingsQuery(scope, listStateOf(drawingList, deps)))
    return loadNamespaces('table', 'logs', 'tasks', 'drawing')
  },
  component: DrawingPage,
})
