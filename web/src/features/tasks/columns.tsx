import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '#contract/api/tasks.ts'
import { channelColour } from '#web/features/logs/rows/row-kind.ts'
import { CopyButton } from '#web/ui/copy/copy.tsx'
import { Kind } from '#web/ui/status.tsx'
import { RowLink, timeColumn } from '#web/ui/table/cells.tsx'
import type { Column } from '#web/ui/table/columns/columns.ts'
import { ActionTag, PlatformTag, StatusTag } from './cells.tsx'
import { durationOf } from './duration.ts'
import { hasFailed } from './task-marks.ts'
import { DurationTag, ProgressCircle, Reason, TaskUser } from './task-parts.tsx'

/** Returns a task's duration in milliseconds: its times are in seconds. */
export const taskDuration = ({ submit_time, finish_time }: Task) => durationOf(submit_time * 1000, finish_time * 1000)

/** Returns the columns of the async tasks, localised; administrators see more of them. */
export function useTaskColumns(admin: boolean): readonly Column<Task>[] {
  const { t, i18n } = useTranslation('tasks')
  const zh = i18n.language === 'zh'
  return useMemo(() => {
    const context = { t, zh }
    const all = [...progressColumns(context), ...taskColumns(context)]
    return all.filter((column) => admin || !column.admin)
  }, [t, zh, admin])
}

/** `admin`: only administrators have the column. */
type TaskColumn = Column<Task> & { admin?: true }

interface ColumnContext {
  t: TFunction<'tasks'>
  /** The texts are Chinese, which needs other widths. */
  zh: boolean
}

/** How far: times, progress, duration. */
function progressColumns({ t, zh }: ColumnContext): TaskColumn[] {
  const time = { width: zh ? 168 : 160, exact: true }
  return [
    timeColumn({
      ...time,
      id: 'submit_time',
      header: t('column.submit_time'),
      priority: 1,
      pin: 'start',
      card: 'title',
      value: (task) => task.submit_time,
    }),
    timeColumn({
      ...time,
      id: 'finish_time',
      header: t('column.finish_time'),
      priority: 2,
      value: (task) => task.finish_time,
    }),
    {
      id: 'progress',
      header: t('column.progress'),
      priority: 1,
      width: 100,
      cell: (task) => <ProgressCircle progress={task.progress} failed={hasFailed(task)} />,
    },
    {
      id: 'duration',
      header: t('column.duration'),
      priority: 1,
      width: 80,
      cell: (task) => <DurationTag ms={taskDuration(task)} />,
    },
  ]
}

/** What: channel, platform, action, id, status. */
function taskColumns({ t, zh }: ColumnContext): TaskColumn[] {
  return [
    {
      id: 'user',
      header: t('column.user'),
      admin: true,
      priority: 2,
      width: zh ? 84 : 80,
      cell: ({ username, user_id }) => <TaskUser id={user_id} name={username} />,
    },
    {
      id: 'channel',
      header: t('column.channel'),
      admin: true,
      priority: 2,
      width: zh ? 60 : 72,
      cell: ({ channel_id: id }) => id > 0 && <Kind colour={channelColour(id)}>{id}</Kind>,
    },
    {
      id: 'platform',
      header: t('column.platform'),
      priority: 2,
      width: 76,
      cell: (task) => <PlatformTag {...task} />,
    },
    {
      id: 'action',
      header: t('column.action'),
      priority: 1,
      width: zh ? 88 : 76,
      cell: (task) => <ActionTag task={task} />,
    },
    {
      id: 'task_id',
      header: t('column.task_id'),
      priority: 1,
      width: 148,
      card: 'wide',
      cell: (task) => (
        <span className="flex items-center gap-1">
          <RowLink id={task.id} text={task.task_id || String(task.id)} label={t('open')} cut="middle" />
          {task.task_id && (
            <CopyButton label={t('copyId', { id: task.task_id })} text={task.task_id} shown={task.task_id} />
          )}
        </span>
      ),
    },
    {
      id: 'status',
      header: t('column.status'),
      priority: 1,
      width: zh ? 92 : 100,
      card: 'status',
      cell: (task) => <StatusTag task={task} />,
    },
    {
      id: 'fail_reason',
      header: t('column.fail_reason'),
      priority: 1,
      width: 124,
      grow: true,
      card: 'wide',
      cell: ({ fail_reason: text }) => text && <Reason text={text} />,
    },
  ]
}
