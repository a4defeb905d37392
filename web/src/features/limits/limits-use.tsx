import { useTranslation } from 'react-i18next'
import { LIMIT_MEASURES, type LimitsNow, type LimitUse, usedShare } from '#contract/limits.ts'
import { cx } from '#web/lib/cx.ts'
import { formatQuota, formatTime, fullNumber, relativeTime } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'
import { budgetSentence } from './limit-words.ts'

/** Share of a limit from which its bar warns. */
const NEARLY_USED = 0.8

/** The use of limits as bars, with the time until they start anew. */
export function LimitsUse({ now, label }: { now: LimitsNow; label?: string }) {
  const { t } = useTranslation('limits')
  const status = useStatus()
  const counted = LIMIT_MEASURES.flatMap((measure) => {
    const use = now[measure]
    return use ? [{ key: measure, label: t(`measure.${measure}`), use, show: fullNumber }] : []
  })
  const budgets = (now.budgets ?? []).map((use) => ({
    key: `${use.window} ${use.models?.join()}`,
    label: budgetSentence({ ...use, quota: use.limit }, t, status),
    use,
    show: (units: number) => formatQuota(units, status),
  }))
  const bars = [...counted, ...budgets]
  if (bars.length === 0) return null
  return (
    <ul className="grid gap-2" aria-label={label ?? t('use')}>
      {bars.map(({ key, label, use, show }) => (
        <li key={key}>
          <div className="flex flex-wrap justify-between gap-x-3 text-small">
            <span>{label}</span>
            <span className="text-muted tabular-nums">
              {t('usedOf', { used: show(use.used), limit: show(use.limit) })}
              {use.resets_at > 0 &&
                ` · ${t('anew', { time: relativeTime(use.resets_at) || formatTime(use.resets_at) })}`}
            </span>
          </div>
          <UseBar use={use} />
        </li>
      ))}
    </ul>
  )
}

function UseBar({ use }: { use: LimitUse }) {
  const share = usedShare(use)
  return (
    <span aria-hidden className="mt-1 block h-1.5 overflow-hidden rounded-full bg-line forced-colors:outline">
      <span
        className={cx(
          'block h-full rounded-full forced-colors:bg-[Highlight]',
          share >= NEARLY_USED ? 'bg-warning' : 'bg-primary',
        )}
        style={{ width: `${share * 100}%` }}
      />
    </span>
  )
}
