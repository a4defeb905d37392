import { useTranslation } from 'react-i18next'
import type { UserToken } from '#contract/api/users.ts'
import { formatQuota } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'
import { Money } from '#web/ui/money.tsx'
import { RemainingBar } from '#web/ui/remaining-bar.tsx'
import { tip } from '#web/ui/tooltip.tsx'

/** The remaining quota, with a bar of used against remaining; unlimited tokens have no bar. */
export function RemainCell({ token }: { token: Omit<UserToken, 'key_end'> }) {
  const { t } = useTranslation('tokens')
  const status = useStatus()
  const { used_quota: used, remain_quota: left, unlimited_quota: unlimited } = token
  if (unlimited) return <span className="text-muted">{t('unlimited')}</span>
  const words = t('usageBar', { used: formatQuota(used, status), remain: formatQuota(left, status) })
  return (
    <span className="inline-flex items-center gap-2" {...tip(words)}>
      <RemainingBar {...{ used, left }} />
      <Money quota={left} />
    </span>
  )
}
