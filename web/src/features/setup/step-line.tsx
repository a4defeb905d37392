import Circle from 'lucide-react/icons/circle'
import CircleCheck from 'lucide-react/icons/circle-check'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { Button } from '#web/ui/button.tsx'
import type { StepButton } from './use-steps.ts'

interface Props {
  title: string
  hint: ReactNode
  done?: boolean
  /** The first open step: its button is highlighted. */
  next?: boolean
  action?: StepButton
  keep?: StepButton | undefined
}

/** A step of a checklist: task, reason, and the button that leads there. */
export function StepLine({ title, hint, done, next, action, keep }: Props) {
  const { t } = useTranslation('setup')
  // The buttons of a step that is done leave their room, so that the rows below stay where they are.
  const [wasOpen] = useState(!done)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t py-2.5 ps-10 pe-4 first:border-t-0 max-sm:pe-3">
      <div className="relative min-w-0 flex-1 basis-72">
        <span className="absolute top-0.5 -left-6.5">
          {done ? (
            <span role="img" aria-label={t('done')} className="text-success">
              <CircleCheck size={16} aria-hidden />
            </span>
          ) : (
            <Circle size={16} aria-hidden className={next ? 'text-primary' : 'text-muted'} />
          )}
        </span>
        <p className={next && !done ? 'font-strong' : undefined}>{title}</p>
        <div className="break-words text-muted text-small">{hint}</div>
      </div>
      {(wasOpen || !done) && action && (
        <span
          className={cx('flex max-w-full flex-wrap items-center gap-2 max-sm:flex-row-reverse', done && 'invisible')}
        >
          {keep && (
            <Button variant="ghost" size="small" loading={keep.loading} onClick={keep.run}>
              {keep.label}
            </Button>
          )}
          <Button
            variant={next ? 'primary' : 'default'}
            size="small"
            loading={action.loading}
            onClick={action.run}
            className="max-w-full whitespace-normal! break-all"
          >
            {action.label}
          </Button>
        </span>
      )}
    </li>
  )
}
