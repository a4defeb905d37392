import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '#contract/api/tasks.ts'
import { formatTime } from '#web/lib/format.ts'
import { useIsAdmin } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy/copy.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { ListPage } from '#web/ui/table/list-page.tsx'
import { useList } from '#web/ui/table/search/use-list.ts'
import { useTaskColumns } from './columns.tsx'
import { TaskFilters } from './filters.tsx'
import { tasksQuery } from './task-list.ts'
import { taskList } from './task-search.ts'
import { useOpenRow } from './use-open-row.ts'

const TaskDialog = lazy(() => import('./task-dialog.tsx'))

const idOf = (task: Task) => task.id
const nameOf = ({ task_id, submit_time }: Task) => task_id || formatTime(submit_time)

/** Background tasks of platforms, such as music: the user's own, or all users' for administrators. */
export function TasksPage() {
  const { t } = useTranslation('tasks')
  const admin = useIsAdmin()
  const list = useList('tasks', taskList)
  const query = useQuery(tasksQuery(admin ? 'all' : 'own', list.state))
  const { opened, open } = useOpenRow(query.data?.data)
  const columns = useTaskColumns(admin, open)
  return (
    <ListPage title={t('title')}>
      <DataTable
        caption={t('title')}
        list={list}
        query={query}
        columns={columns}
        idOf={idOf}
        nameOf={nameOf}
        filters={<TaskFilters list={list} admin={admin} />}
        empty={{
          title: t('empty.title'),
          hint: t('empty.hint'),
          action: <Button onClick={() => list.setFilters({ range: '30d' })}>{t('empty.action')}</Button>,
        }}
        onOpen={open}
        onCopy={({ id, task_id }) => void copyText(task_id || String(id), task_id || String(id))}
        current={({ id }) => id === opened?.row.id}
      />
      {opened && (
        <Suspense>
          <TaskDialog {...opened} admin={admin} onStep={open} onClose={() => open(undefined)} />
        </Suspense>
      )}
    </ListPage>
  )
}
