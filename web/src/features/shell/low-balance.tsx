import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatQuota } from '#web/lib/format.ts'
import { useUser } from '#web/lib/session.ts'
import { useStatus } from '#web/lib/status.ts'
import { tip } from '#web/ui/tooltip.tsx'

/** The balance of a user whose calls will soon be refused, with the way to the wallet. Newcomers have their next step. */
export function LowBalance() {
  const { t } = useTranslation('shell')
  const status = useStatus()
  const user = useUser()
  const threshold = status.quota_remind_threshold ?? 0
  if (!user || user.request_count === 0 || user.quota >= threshold) return null
  const balance = formatQuota(user.quota, status)
  return (
    <Link
      to="/topup"
      aria-label={t('balance.low', { balance })}
      className="flex min-h-control items-center gap-1.5 rounded-control px-2 text-small tabular-nums hover:bg-hover"
      {...tip(t('balance.low', { balance }))}
    >
      <span aria-hidden className="size-2 shrink-0 rounded-full bg-warning forced-colors:bg-[CanvasText]" />
      {balance}
    </Link>
  )
}
