import { Link } from '@tanstack/react-router'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '#contract/api/tasks.ts'
import { cx } from '#web/lib/cx.ts'
import { DASH, fixed, formatPercent } from '#web/lib/format.ts'
import { Level } from '#web/ui/status.tsx'
import { EndCut } from '#web/ui/table/cells.tsx'
import { tipIfCut } from '#web/ui/tooltip.tsx'
import { durationColour } from './duration.ts'
import { percentOf } from './progress.ts'

/** The duration of a task; null = not finished. */
export function DurationTag({ ms }: { ms: number | null }) {
  const { t } = useTranslation('tasks')
  if (ms === null) return <span className="text-muted">{DASH}</span>
  return <Level colour={durationColour(ms)}>{t('seconds', { seconds: fixed(ms / 1000, 1) })}</Level>
}

interface ProgressProps {
  progress: string
  failed: boolean
}

/** A drawing's progress as a bar; failure also shows an icon. */
export function ProgressBar({ progress, failed }: ProgressProps) {
  const percent = percentOf(progress)
  return (
    <Progress percent={percent} failed={failed}>
      <span aria-hidden className="h-1.5 min-w-8 flex-1 overflow-hidden rounded-full forced-colors:outline bg-hover">
        <span
          className={cx(
            'block h-full rounded-full forced-colors:bg-[Highlight]',
            failed ? 'bg-warning' : percent === 100 ? 'bg-success' : 'bg-primary',
          )}
          style={{ width: `${percent}%` }}
        />
      </span>
    </Progress>
  )
}

const RADIUS = 7
const ROUND = 2 * Math.PI * RADIUS

/** A task's progress as a circle. */
export function ProgressCircle({ progress, failed }: ProgressProps) {
  const percent = percentOf(progress)
  return (
    <Progress percent={percent} failed={failed}>
      <svg viewBox="0 0 18 18" className="size-4.5 shrink-0 -rotate-90" aria-hidden="true">
        <circle cx="9" cy="9" r={RADIUS} fill="none" strokeWidth="3" className="stroke-hover" />
        {percent > 0 && (
          <circle
            cx="9"
            cy="9"
            r={RADIUS}
            fill="none"
            strokeWidth="3"
            strokeDasharray={`${(percent / 100) * ROUND} ${ROUND}`}
            className={failed ? 'stroke-warning' : percent === 100 ? 'stroke-success' : 'stroke-primary'}
          />
        )}
      </svg>
    </Progress>
  )
}

function Progress({ percent, failed, children }: { percent: number; failed: boolean; children: ReactNode }) {
  const { t } = useTranslation('tasks')
  return (
    <span className="flex items-center gap-1.5">
      {children}
      <span className="w-9 shrink-0 text-end text-small tabular-nums">{formatPercent(percent / 100)}</span>
      <span className="w-3.5 shrink-0">
        {failed && <TriangleAlert size={14} role="img" aria-label={t('failed')} className="text-warning" />}
      </span>
    </span>
  )
}

/** The reason of a failure in one line; the row's drawer shows all of it. */
export const Reason = ({ text }: { text: string }) => (
  <span className="text-danger">
    <EndCut text={text} />
  </span>
)

/** The channel of a task: the name, or the id of a deleted one. A link to the channel. */
export function TaskChannel({ channel_id: id, channel_name: name }: Pick<Task, 'channel_id' | 'channel_name'>) {
  if (!name) return id > 0 && <span className="text-muted">#{id}</span>
  return <ObjectName to="/channel/$id" id={id} name={name} />
}

/** Whose task it is: the name, or the id of a user who no longer exists. A link to the user. */
export function TaskUser({ id, name }: { id: number; name: string | undefined }) {
  if (!name) return id > 0 && <span className="text-muted">#{id}</span>
  return <ObjectName to="/user/$id" id={id} name={name} />
}

const ObjectName = ({ to, id, name }: { to: '/user/$id' | '/channel/$id'; id: number; name: string }) => (
  <Link
    to={to}
    params={{ id }}
    className="block w-fit max-w-full min-w-0 truncate leading-6 hover:underline"
    {...tipIfCut(name)}
  >
    {name}
  </Link>
)
