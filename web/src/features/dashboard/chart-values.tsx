import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { useStatus } from '#web/lib/status.ts'
import { partsOf } from './bar-parts.ts'
import type { Metric, Step } from './dashboard-search.ts'
import { partName, type View } from './part.ts'
import type { Series } from './series.ts'
import { Swatch } from './swatch.tsx'
import type { Bucket } from './usage.ts'
import { bucketName, metricText } from './wording.ts'

interface ChartValuesProps {
  bucket: Bucket
  /** Place of the bar and number of bars. */
  index: number
  count: number
  series: readonly Series[]
  step: Step
  metric: Metric
  view: View
  /** The segment that is chosen by keyboard. */
  part: Series | undefined
}

/** The values of the bar at the pointer or the focus, beside it. Screen readers have the bar's label instead. */
export function ChartValues({ bucket, index, count, series, step, metric, view, part }: ChartValuesProps) {
  const { t } = useTranslation('dashboard')
  const status = useStatus()
  const isLate = index >= count / 2
  const place = `${((isLate ? count - index : index + 1) / count) * 100}%`
  return (
    <div
      aria-hidden
      data-chart-values
      className="pointer-events-none absolute top-0 z-10 w-max max-w-[min(20rem,48%)] rounded-card bg-raised px-3 py-2 text-small shadow-float"
      style={isLate ? { right: place, marginInlineEnd: 6 } : { left: place, marginInlineStart: 6 }}
    >
      <p className="flex justify-between gap-4 font-strong tabular-nums">
        <span>{bucketName(bucket.start, bucket.end, step)}</span>
        <span>{metricText(metric, bucket.total[metric], status)}</span>
      </p>
      {partsOf(bucket, series, metric)
        .toReversed()
        .map(([item, value]) => (
          <p key={item.key ?? ''} className={cx('flex items-center gap-2', item === part && 'font-strong')}>
            <Swatch series={item} />
            <span className="min-w-0 flex-1 truncate">{partName(item.row, view, t)}</span>
            <span className="tabular-nums">{metricText(metric, value, status)}</span>
          </p>
        ))}
    </div>
  )
}
