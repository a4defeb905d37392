import { Link, useNavigate } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { LOG_TYPE } from '#contract/statuses.ts'
import { cx } from '#web/lib/cx.ts'
import { fullNumber } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'
import { partsOf } from './bar-parts.ts'
import type { Metric, Step } from './dashboard-search.ts'
import { partFilter, type View } from './part.ts'
import type { Series } from './series.ts'
import { seriesColour } from './swatch.tsx'
import type { Bucket } from './usage.ts'
import { bucketName, metricText } from './wording.ts'

export interface ChartBarProps {
  bucket: Bucket
  series: readonly Series[]
  step: Step
  metric: Metric
  view: View
  /** The value at the top of the chart. */
  top: number
  isShown: boolean
  /** The segment chosen by keyboard, in every bar. */
  part: Series | undefined
  tabIndex: 0 | -1
  hasLabel: boolean
  onPoint: () => void
  onFocus: () => void
}

/** A bar of the chart: links to the log of its time, its segments to the rows of their part. */
export function ChartBar(props: ChartBarProps) {
  const { bucket, series, step, metric, view, top, isShown, part } = props
  const { t } = useTranslation('dashboard')
  const status = useStatus()
  const navigate = useNavigate()
  const { start, end, total } = bucket
  const search = (filter = {}) => ({
    ...(metric === 'errors' ? { status: 'failed' as const } : { type: LOG_TYPE.consume }),
    from: start,
    to: end - 1,
    username: view.username,
    ...filter,
  })
  const follow = (event: MouseEvent) => {
    const key = event.target instanceof HTMLElement ? event.target.dataset.part : undefined
    const filter = key === undefined ? undefined : partFilter(series.find((item) => item.key === key)?.row, view)
    if (!filter || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void navigate({ to: '/log', search: search(filter) })
  }
  return (
    <li className="relative flex min-w-0 flex-1">
      <Link
        to="/log"
        search={search(isShown ? partFilter(part?.row, view) : undefined)}
        tabIndex={props.tabIndex}
        aria-label={t('chart.bar', {
          time: bucketName(start, end, step),
          spent: metricText('quota', total.quota, status),
          calls: fullNumber(total.count),
          errors: fullNumber(total.errors),
        })}
        onClick={follow}
        onPointerEnter={props.onPoint}
        onFocus={props.onFocus}
        className={cx('flex min-w-0 flex-1 flex-col-reverse', isShown && 'bg-hover')}
      >
        {partsOf(bucket, series, metric).map(([each, value]) => {
          const { className, style } = seriesColour(each)
          return (
            <span
              key={each.key ?? ''}
              data-part={each.key}
              className={cx(
                className,
                'mx-auto block w-full max-w-8 border-raised border-t bg-current bg-clip-padding',
                isShown && each === part && 'relative z-1 outline-2 outline-text',
              )}
              style={{ ...style, height: `${(value / top) * 100}%` }}
            />
          )
        })}
      </Link>
      {props.hasLabel && (
        <span
          aria-hidden
          className="pointer-events-none absolute top-full left-0 whitespace-nowrap pt-1 text-muted text-small tabular-nums"
        >
          {bucketName(start, end, step).replace(/ - .*/, '')}
        </span>
      )}
    </li>
  )
}
