import { useTranslation } from 'react-i18next'
import { fullNumber, shortNumber } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'
import { tip } from '#web/ui/tooltip.tsx'
import { Sparkline } from './sparkline.tsx'
import { type Bucket, growth, type Sums } from './usage.ts'
import { growthText, metricText } from './wording.ts'

interface NumbersProps {
  total: Sums
  before: Sums
  buckets: readonly Bucket[]
}

/** The period in four numbers, each with its course and compared with the period before. */
export function Numbers({ total, before, buckets }: NumbersProps) {
  const { t } = useTranslation('dashboard')
  const { t: common } = useTranslation()
  const status = useStatus()
  const average = (sums: Sums) => (sums.count === 0 ? 0 : sums.quota / sums.count)
  const facts = [
    {
      name: t('number.spent'),
      text: metricText('quota', total.quota, status),
      hint: common('money.units', { units: fullNumber(total.quota) }),
      change: growth(total.quota, before.quota),
      course: buckets.map((bucket) => bucket.total.quota),
    },
    {
      name: t('number.calls'),
      text: shortNumber(total.count),
      hint: fullNumber(total.count),
      change: growth(total.count, before.count),
      course: buckets.map((bucket) => bucket.total.count),
    },
    {
      name: t('number.tokens'),
      text: shortNumber(total.tokens),
      hint: fullNumber(total.tokens),
      change: growth(total.tokens, before.tokens),
      course: buckets.map((bucket) => bucket.total.tokens),
    },
    {
      name: t('number.average'),
      text: metricText('quota', average(total), status),
      hint: t('number.averageHint'),
      change: growth(average(total), average(before)),
      course: buckets.map((bucket) => average(bucket.total)),
    },
  ]
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {facts.map(({ name, text, hint, change, course }) => (
        <div key={name} className="flex min-w-0 flex-col gap-0.5 rounded-card border border-line px-4 py-3 max-sm:px-3">
          <dt className="truncate text-muted">{name}</dt>
          <dd className="flex min-w-0 items-end justify-between gap-3">
            <span className="whitespace-nowrap text-display font-strong tabular-nums max-sm:text-title" {...tip(hint)}>
              {text}
            </span>
            <Sparkline values={course} />
          </dd>
          <dd className="text-muted text-small tabular-nums">
            {change === undefined ? t('change.none') : t('change.by', { change: growthText(change) })}
          </dd>
        </div>
      ))}
    </dl>
  )
}
