import { useTranslation } from 'react-i18next'
import type { Token } from '#contract/api/tokens.ts'
import { tightestLimit, usedShare } from '#contract/limits.ts'
import { cx } from '#web/lib/cx.ts'
import { DASH, formatQuota, fullNumber } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'
import { tipIfCut } from '#web/ui/tooltip.tsx'

/** Share of a limit from which it is marked. */
const NEARLY_USED = 0.8

/** The limit of a token of which the most is used: `58 of 60 calls this minute`. */
export function LimitCell({ token }: { token: Token }) {
  const { t } = useTranslation('tokens')
  const status = useStatus()
  const tightest = tightestLimit(token.limits_now)
  if (!tightest) return <span className="text-muted">{DASH}</span>
  const { measure, use } = tightest
  const show = (amount: number) => (measure === 'budget' ? formatQuota(amount, status) : fullNumber(amount))
  const amounts = { used: show(use.used), limit: show(use.limit) }
  const text = measure === 'budget' ? t(`limit.${use.window}`, amounts) : t(`limit.${measure}`, amounts)
  return (
    <span
      className={cx(
        'block min-w-0 truncate text-small tabular-nums',
        usedShare(use) >= NEARLY_USED && 'font-strong text-warning',
      )}
      {...tipIfCut(text)}
    >
      {text}
    </span>
  )
}
