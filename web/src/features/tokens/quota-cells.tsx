import { useTranslation } from 'react-i18next'
import type { Token } from '#contract/api/tokens.ts'
import { cx } from '#web/lib/cx.ts'
import { formatQuota } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'
import { Money } from '#web/ui/money.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { tip } from '#web/ui/tooltip.tsx'

/** Share of the allowance below which the bar warns. */
const LOW = 0.1

/** What is left, with a bar of used against left; unlimited tokens have no bar. */
export function RemainCell({ token }: { token: Token }) {
  const { t } = useTranslation('tokens')
  const status = useStatus()
  const { used_quota: used, remain_quota: left, unlimited_quota: unlimited } = token
  if (unlimited) return <Tag colour="grey">{t('unlimited')}</Tag>
  const share = used + left > 0 ? Math.max(0, left) / (used + Math.max(0, left)) : 0
  const words = t('usageBar', { used: formatQuota(used, status), remain: formatQuota(left, status) })
  return (
    <span className="inline-flex items-center gap-2" {...tip(words)}>
      <span aria-hidden className="h-1.5 w-16 shrink-0 overflow-hidden rounded-full forced-colors:outline bg-line">
        <span
          className={cx(
            'block h-full rounded-full forced-colors:bg-[Highlight]',
            share < LOW ? 'bg-warning' : 'bg-primary',
          )}
          style={{ width: `${share * 100}%` }}
        />
      </span>
      <Money quota={left} />
    </span>
  )
}
