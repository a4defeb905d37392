import { useTranslation } from 'react-i18next'
import type { Task } from '#contract/api/tasks.ts'
import { Kind, Status } from '#web/ui/status.tsx'
import { ACTION_COLOURS, actionOf, PLATFORMS, STATUS_COLOURS, statusOf } from './task-marks.ts'

/** The status of the task. */
export function StatusTag({ task }: { task: Task }) {
  const { t } = useTranslation('tasks')
  const status = statusOf(task)
  return (
    <Status colour={STATUS_COLOURS[status]} tooltip={status === 'UNKNOWN' ? task.status : undefined}>
      {t(`status.${status}`)}
    </Status>
  )
}

/** The action of the task. */
export function ActionTag({ task }: { task: Task }) {
  const { t } = useTranslation('tasks')
  const { t: common } = useTranslation()
  const action = actionOf(task)
  return (
    <Kind colour={action ? ACTION_COLOURS[action] : 'grey'} tooltip={action ? undefined : task.action || undefined}>
      {action ? t(`action.${action}`) : common('word.unknown')}
    </Kind>
  )
}

/** The platform that runs the task. */
export function PlatformTag({ platform }: Pick<Task, 'platform'>) {
  const { t } = useTranslation()
  const name = PLATFORMS[platform]
  return (
    <Kind colour={name ? 'green' : 'grey'} tooltip={name ? undefined : platform || undefined}>
      {name ?? t('word.unknown')}
    </Kind>
  )
}
