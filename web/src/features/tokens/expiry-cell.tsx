import Clock from 'lucide-react/icons/clock'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { formatTime, relativeFormat, relativeTime, zoneName } from '#web/lib/format.ts'
import { tip } from '#web/ui/tooltip.tsx'
import { daysUntil, urgency } from './expiry.ts'

const NEAR_DAYS = 30

/** A token's expiry: relative within a month, else the date; amber in its last week, red afterwards. */
export function ExpiryCell({ at }: { at: number }) {
  const { t } = useTranslation('tokens')
  if (at === -1) return <span className="text-muted">{t('never')}</span>
  const now = Date.now() / 1000
  const state = urgency(at, now)
  const days = daysUntil(at, now)
  const inDays = relativeFormat().format(days, 'day')
  return (
    <time
      dateTime={new Date(at * 1000).toISOString()}
      className={cx(
        'inline-flex items-center gap-1',
        state === 'soon' && 'text-warning',
        state === 'past' && 'text-danger',
      )}
      {...tip(`${formatTime(at)} ${zoneName(new Date(at * 1000))}`)}
    >
      {state !== 'none' && <Clock size={13} aria-hidden />}
      {relativeTime(at, now) ?? (Math.abs(days) <= NEAR_DAYS ? inDays : formatTime(at).slice(0, 10))}
    </time>
  )
}
