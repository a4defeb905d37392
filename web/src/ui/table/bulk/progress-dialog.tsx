import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { fullNumber } from '#web/lib/format.ts'
import { Button } from '../../button.tsx'
import { Dialog } from '../../overlay/dialog.tsx'
import { type Progress, quarterOf } from './progress.ts'

interface ProgressDialogProps {
  title: string
  progress: Progress
  /** Stops further rows; calls in flight still finish. */
  onStop: () => void
}

/** Progress of an action on many rows. Closing it stops the action. */
export default function ProgressDialog({ title, progress, onStop }: ProgressDialogProps) {
  const { t } = useTranslation('table')
  const [stopping, setStopping] = useState(false)
  const count = useSyncExternalStore(progress.subscribe, progress.count)
  const { total } = progress
  const stop = () => {
    setStopping(true)
    onStop()
  }
  return (
    <Dialog
      title={title}
      onClose={stop}
      footer={
        <Button loading={stopping} onClick={stop}>
          {t('progress.stop')}
        </Button>
      }
    >
      <progress aria-label={title} max={total} value={count} className="h-2 w-full accent-primary" />
      <p className="mt-1 text-muted tabular-nums">
        {t('progress.count', { done: fullNumber(count), total: fullNumber(total) })}
      </p>
      <span className="sr-only" aria-live="polite">
        {t('progress.quarter', { percent: quarterOf(count, total) })}
      </span>
    </Dialog>
  )
}
