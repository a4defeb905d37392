import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '#contract/api/tasks.ts'
import { formatTime } from '#web/lib/format.ts'
import { useIsAdmin } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { listPage } from '#web/ui/table/list-page.tsx'
import type { List } from '#web/ui/table/search/use-list.ts'
import { useTaskColumns } from './columns.tsx'
import { tasksQuery } from './task-list.ts'
import { ACTIONS, STATUS_COLOURS, type TaskStatus } from './task-marks.ts'
import { taskList } from './task-search.ts'
import { useTaskFilters } from './use-task-filters.tsx'

const TaskDetails = lazy(() => import('./task-details.tsx'))

// The server reads an empty status as any.
const STATUSES = (Object.keys(STATUS_COLOURS) as TaskStatus[]).filter((status) => status !== 'SUBMITTING')

/** Background tasks of platforms, such as music: the user's own, or all users' for administrators. */
export const TasksPage = listPage<Task, (typeof taskList)['filters']>({
  id: 'tasks',
  spec: taskList,
  useParts: useTaskParts,
})

function useTaskParts(list: List<(typeof taskList)['filters']>) {
  const { t } = useTranslation('tasks')
  const admin = useIsAdmin()
  const choices = [
    {
      name: 'status',
      label: t('column.status'),
      options: STATUSES.map((value) => ({ value, label: t(`status.${value}`) })),
    },
    {
      name: 'action',
      label: t('column.action'),
      options: ACTIONS.map((value) => ({ value, label: t(`action.${value}`) })),
    },
  ]
  return {
    title: t('title'),
    query: useQuery(tasksQuery(admin ? 'all' : 'own', list.state)),
    columns: useTaskColumns(admin),
    nameOf: ({ task_id, submit_time }: Task) => task_id || formatTime(submit_time),
    filters: useTaskFilters(list, 'task_id', choices),
    empty: {
      title: t('empty.title'),
      hint: t('empty.hint'),
      action: <Button onClick={() => list.setFilters({ range: '30d' })}>{t('empty.action')}</Button>,
    },
    drawer: {
      title: ({ task_id, id }: Task) => t('dialog.title', { id: task_id || id }),
      body: (row: Task) => (
        <Suspense fallback={<Skeleton className="h-64 w-full" />}>
          <TaskDetails row={row} />
        </Suspense>
      ),
    },
    copies: ({ id, task_id }: Task) => task_id || String(id),
  }
}
