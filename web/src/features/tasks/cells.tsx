import { useTranslation } from 'react-i18next'
import type { Task } from '#contract/api/tasks.ts'
import { Tag } from '#web/ui/tag.tsx'
import { ACTION_COLOURS, actionOf, PLATFORMS, STATUS_COLOURS, statusOf } from './task-marks.ts'

/** The status of the task. */
export function StatusTag({ task }: { task: Task }) {
  const { t } = useTranslation('tasks')
  const status = statusOf(task)
  return (
    <Tag colour={STATUS_COLOURS[status]} tooltip={status === 'UNKNOWN' ? task.status : undefined}>
      {t(`status.${status}`)}
    </Tag>
  )
}

/** The action of the task. */
export function ActionTag({ task }: { task: Task }) {
  const { t } = useTranslation('tasks')
  const { t: common } = useTranslation()
  const action = actionOf(task)
  return (
    <Tag colour={action ? ACTION_COLOURS[action] : 'grey'} tooltip={action ? undefined : task.action || undefined}>
      {action ? t(`action.${action}`) : common('word.unknown')}
    </Tag>
  )
}

/** The platform that runs the task. */
export function PlatformTag({ platform }: Pick<Task, 'platform'>) {
  const { t } = useTranslation()
  const name = PLATFORMS[platform]
  return (
    <Tag colour={name ? 'green' : 'grey'} tooltip={name ? undefined : platform || undefined}>
      {name ?? t('word.unknown')}
    </Tag>
  )
}
