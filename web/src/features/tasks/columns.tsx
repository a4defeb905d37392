import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '#contract/api/tasks.ts'
import { CopyButton } from '#web/ui/copy/copy.tsx'
import { column, RowLink, timeColumn } from '#web/ui/table/cells.tsx'
import type { Column } from '#web/ui/table/columns/columns.ts'
import { ActionTag, PlatformTag, StatusTag } from './cells.tsx'
import { durationOf } from './duration.ts'
import { hasFailed } from './task-marks.ts'
import { DurationTag, ProgressCircle, Reason, TaskChannel, TaskUser } from './task-parts.tsx'

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
  const time = { width: 156, exact: true }
  return [
    timeColumn('submit_time', t('column.submit_time'), (task) => task.submit_time, {
      ...time,
      priority: 1,
      pin: 'start',
      card: 'title',
    }),
    timeColumn('finish_time', t('column.finish_time'), (task) => task.finish_time, { ...time, priority: 2 }),
    column(
      'progress',
      t('column.progress'),
      100,
      (task) => <ProgressCircle progress={task.progress} failed={hasFailed(task)} />,
      { priority: 1 },
    ),
    column('duration', t('column.duration'), zh ? 80 : 76, (task) => <DurationTag ms={taskDuration(task)} />, {
      priority: 1,
    }),
  ]
}

/** What: channel, platform, action, id, status. */
function taskColumns({ t, zh }: ColumnContext): TaskColumn[] {
  return [
    column(
      'user',
      t('column.user'),
      zh ? 84 : 80,
      ({ username, user_id }) => <TaskUser id={user_id} name={username} />,
      { admin: true },
    ),
    column('channel', t('column.channel'), 100, (task) => <TaskChannel {...task} />, { admin: true }),
    column('platform', t('column.platform'), zh ? 68 : 64, (task) => <PlatformTag {...task} />),
    column('action', t('column.action'), zh ? 80 : 64, (task) => <ActionTag task={task} />, { priority: 1 }),
    column(
      'task_id',
      t('column.task_id'),
      132,
      (task) => (
        <span className="flex items-center gap-1">
          <RowLink id={task.id} text={task.task_id || String(task.id)} label={t('open')} cut="middle" />
          {task.task_id && (
            <CopyButton label={t('copyId', { id: task.task_id })} text={task.task_id} shown={task.task_id} />
          )}
        </span>
      ),
      { priority: 1, card: 'wide' },
    ),
    column('status', t('column.status'), zh ? 92 : 100, (task) => <StatusTag task={task} />, {
      priority: 1,
      card: 'status',
    }),
    column('fail_reason', t('column.fail_reason'), 148, ({ fail_reason: text }) => text && <Reason text={text} />, {
      priority: 1,
      grow: true,
      card: 'wide',
    }),
  ]
}
