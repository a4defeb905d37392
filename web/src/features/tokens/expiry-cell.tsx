import { Clock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { Time } from '#web/ui/time.tsx'
import { urgency } from './expiry.ts'

/** When a token ends: amber in its last week, red afterwards. */
export function ExpiryCell({ at }: { at: number }) {
  const { t } = useTranslation('tokens')
  if (at === -1) return <span className="text-muted">{t('never')}</span>
  const state = urgency(at, Date.now() / 1000)
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1',
        state === 'soon' && 'text-warning',
        state === 'past' && 'text-danger',
      )}
    >
      {state !== 'none' && <Clock size={13} aria-hidden />}
      <Time at={at} />
    </span>
  )
}
