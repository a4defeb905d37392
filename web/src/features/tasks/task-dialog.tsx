import { useTranslation } from 'react-i18next'
import type { Task } from '#contract/api/tasks.ts'
import { Banner } from '#web/ui/banner.tsx'
import { CopyButton } from '#web/ui/copy/copy.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Time } from '#web/ui/time.tsx'
import { ActionTag, PlatformTag, StatusTag } from './cells.tsx'
import { ClipList } from './clip-list.tsx'
import { clipsOf } from './clips.ts'
import { taskDuration } from './columns.tsx'
import { Facts } from './facts.tsx'
import { RowLinks } from './row-links.tsx'
import { Steps } from './steps.tsx'
import { hasFailed } from './task-marks.ts'
import { DurationTag, ProgressCircle } from './task-parts.tsx'
import type { OpenRow } from './use-open-row.ts'

interface TaskDialogProps extends OpenRow<Task> {
  admin: boolean
  onStep: (row: Task) => void
  onClose: () => void
}

/** The details of a task: progress, results, and the row as JSON. */
export default function TaskDialog({ row, previous, next, admin, onStep, onClose }: TaskDialogProps) {
  const { t } = useTranslation('tasks')
  const json = JSON.stringify(row, null, 2)
  return (
    <Dialog
      width="wide"
      reading
      returnFocus={() => document.querySelector<HTMLElement>(`[data-row="${row.id}"]`)}
      title={t('dialog.title', { id: row.task_id || row.id })}
      onClose={onClose}
      footer={<Steps previous={previous} next={next} onStep={onStep} />}
    >
      <div key={row.id} className="flex flex-col gap-3">
        {row.fail_reason && (
          <Banner tone="danger">
            <strong>{t('column.fail_reason')}</strong>
            <p className="break-words whitespace-pre-wrap">{row.fail_reason}</p>
          </Banner>
        )}
        <TaskFacts task={row} admin={admin} />
        <ClipList clips={clipsOf(row.data)} />
        {admin && <RowLinks list="/task" row={row} />}
        <section>
          <h2 className="flex items-center gap-1 text-small text-muted">
            {t('dialog.raw')}
            <CopyButton label={t('dialog.copyRaw')} text={json} shown={t('dialog.raw')} />
          </h2>
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
            tabIndex={0}
            lang=""
            className="max-h-[45dvh] overflow-auto rounded-card bg-sunken p-3 font-mono text-small leading-5"
          >
            {json}
          </pre>
        </section>
      </div>
    </Dialog>
  )
}

function TaskFacts({ task, admin }: { task: Task; admin: boolean }) {
  const { t } = useTranslation('tasks')
  return (
    <Facts
      facts={[
        { name: t('column.status'), value: <StatusTag task={task} /> },
        { name: t('column.action'), value: <ActionTag task={task} /> },
        { name: t('column.platform'), value: <PlatformTag {...task} /> },
        { name: t('column.submit_time'), value: <Time at={task.submit_time} exact /> },
        { name: t('column.finish_time'), value: <Time at={task.finish_time} exact /> },
        { name: t('column.duration'), value: <DurationTag ms={taskDuration(task)} /> },
        { name: t('column.progress'), value: <ProgressCircle progress={task.progress} failed={hasFailed(task)} /> },
        { name: t('column.channel'), value: admin && task.channel_id > 0 && String(task.channel_id) },
        { name: t('dialog.user'), value: admin && task.user_id > 0 && String(task.user_id) },
      ]}
    />
  )
}
