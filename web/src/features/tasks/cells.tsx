import { useTranslation } from 'react-i18next'
import type { Task } from '#contract/api/tasks.ts'
import { Status } from '#web/ui/status.tsx'
import { tip } from '#web/ui/tooltip.tsx'
import { actionOf, PLATFORMS, STATUS_COLOURS, statusOf } from './task-marks.ts'

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
    <span {...tip(action ? undefined : task.action || undefined)}>
      {action ? t(`action.${action}`) : common('word.unknown')}
    </span>
  )
}

/** The platform that runs the task. */
export function PlatformTag({ platform }: Pick<Task, 'platform'>) {
  const { t } = useTranslation()
  const name = PLATFORMS[platform]
  return <span {...tip(name ? undefined : platform || undefined)}>{name ?? t('word.unknown')}</span>
}
