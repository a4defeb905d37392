import { createFileRoute } from '@tanstack/react-router'
import { tasksQuery } from '#web/features/tasks/task-list.ts'
import { taskList } from '#web/features/tasks/task-search.ts'
import { TasksPage } from '#web/features/tasks/tasks-page.tsx'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { allows } from '#web/lib/session.ts'
import { getStored } from '#web/lib/storage.ts'
import { parseListSearch } from '#web/ui/table/search/list-search.ts'
import { listStateOf } from '#web/ui/table/search/use-list.ts'

export const Route = createFileRoute('/_console/task')({
  staticData: { page: { name: 'task', nav: { access: 'user', key: 'k', feature: 'enable_task' } } },
  validateSearch: (search: Record<string, unknown>) => parseListSearch(taskList, search),
  loaderDeps: ({ search: { row: _, ...search } }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    const scope = allows('admin', getStored('user')) ? 'all' : 'own'
    void queryClient.prefetchQuery(tasksQuery(scope, listStateOf(taskList, deps)))
    return loadNamespaces('table', 'logs', 'tasks')
  },
  component: TasksPage,
})
