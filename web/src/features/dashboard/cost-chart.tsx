import { Link, useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LOG_TYPE } from '#contract/statuses.ts'
import { cx } from '#web/lib/cx.ts'
import { fullNumber } from '#web/lib/format.ts'
import { MEDIA, useMedia } from '#web/lib/media.ts'
import { useStatus } from '#web/lib/status.ts'
import { partsOf } from './bar-parts.ts'
import type { Metric, Step } from './dashboard-search.ts'
import { partFilter, partName, type View } from './part.ts'
import { type Chosen, stepped } from './part-steps.ts'
import { labelled, ticksOf } from './scale.ts'
import type { Series } from './series.ts'
import { Swatch, seriesColour } from './swatch.tsx'
import type { Bucket, Sums } from './usage.ts'
import { axisUnit, bucketName, metricText, tickText } from './wording.ts'

interface CostChartProps {
  buckets: readonly Bucket[]
  series: readonly Series[]
  step: Step
  metric: Metric
  total: Sums
  view: View
}

const VERTICAL = ['ArrowUp', 'ArrowDown']
const HANDLED = ['ArrowLeft', 'ArrowRight', 'Home', 'End', ...VERTICAL]

/**
 * Stacked bars over time. A bar links to the log of its time, a segment to the rows of its model, token, etc.
 * The chart is one tab stop: arrow keys move between bars and segments; a chosen segment stays chosen across
 * bars.
 */
export function CostChart({ buckets, series, step, metric, total, view }: CostChartProps) {
  const { t } = useTranslation('dashboard')
  const status = useStatus()
  const navigate = useNavigate()
  const phone = useMedia(MEDIA.phone)
  const plot = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<number>()
  const [chosen, setChosen] = useState<Chosen>()
  const unit = axisUnit(metric, status)
  const ticks = ticksOf(Math.max(0, ...buckets.map((bucket) => bucket.total[metric])) / unit)
  const top = (ticks.at(-1) ?? 1) * unit
  const hasLabel = labelled(buckets.length, phone ? 3 : 8)
  const bucket = shown === undefined ? undefined : buckets[shown]
  const part = chosen === undefined || chosen === 'bar' ? undefined : series.find(({ key }) => key === chosen.key)
  const search = ({ start, end }: Bucket, filter = {}) => ({
    ...(metric === 'errors' ? { status: 'failed' as const } : { type: LOG_TYPE.consume }),
    from: start,
    to: end - 1,
    username: view.username,
    ...filter,
  })

  const follow = (event: MouseEvent, at: Bucket) => {
    const key = event.target instanceof HTMLElement ? event.target.dataset.part : undefined
    const filter = key === undefined ? undefined : partFilter(series.find((item) => item.key === key)?.row, view)
    if (!filter || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void navigate({ to: '/log', search: search(at, filter) })
  }
  /** The pointer shows the bar below it and clears the keyboard choice. */
  const point = (index: number | undefined) => {
    setShown(index)
    setChosen(undefined)
  }
  const move = (event: KeyboardEvent) => {
    if (!HANDLED.includes(event.key)) return
    event.preventDefault()
    const links = [...(plot.current?.querySelectorAll('a') ?? [])]
    const at = links.indexOf(event.target as HTMLAnchorElement)
    if (at < 0) return
    if (VERTICAL.includes(event.key)) {
      const bar = buckets[at]
      const keys = bar ? partsOf(bar, series, metric).map(([{ key }]) => key) : []
      setShown(at)
      setChosen(stepped(keys, chosen, event.key === 'ArrowUp'))
      return
    }
    // The focused bar's label already describes it.
    if (chosen === 'bar') setChosen(undefined)
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: buckets.length - 1 }[event.key] ?? at
    const index = Math.min(Math.max(next, 0), buckets.length - 1)
    setShown(index)
    links[index]?.focus()
  }

  return (
    <figure className="flex min-w-0 flex-col gap-2" onPointerLeave={() => point(undefined)}>
      <div className="relative mb-6 ml-14 h-56" ref={plot}>
        {ticks.map((tick) => (
          <div
            key={tick}
            aria-hidden
            className="absolute inset-x-0 border-line border-t"
            style={{ bottom: `${((tick * unit) / top) * 100}%` }}
          >
            <span className="absolute right-full -translate-y-1/2 whitespace-nowrap pr-2 text-muted text-small tabular-nums">
              {tickText(metric, tick, ticks[1] ?? 0, status)}
            </span>
          </div>
        ))}
        <ul
          aria-label={t('chart.label')}
          className={cx('absolute inset-0 flex items-stretch', buckets.length <= 60 && 'gap-px')}
          onKeyDown={move}
        >
          {buckets.map((item, index) => (
            <li key={item.start} className="relative flex min-w-0 flex-1">
              <Link
                to="/log"
                search={search(item, index === shown ? partFilter(part?.row, view) : undefined)}
                tabIndex={index === (shown ?? buckets.length - 1) ? 0 : -1}
                aria-label={t('chart.bar', {
                  time: bucketName(item.start, item.end, step),
                  spent: metricText('quota', item.total.quota, status),
                  calls: fullNumber(item.total.count),
                  errors: fullNumber(item.total.errors),
                })}
                onClick={(event) => follow(event, item)}
                onPointerEnter={() => point(index)}
                onFocus={() => setShown(index)}
                className={cx('flex min-w-0 flex-1 flex-col-reverse', index === shown && 'bg-hover')}
              >
                {partsOf(item, series, metric).map(([each, value]) => {
                  const { className, style } = seriesColour(each)
                  const height = `${(value / top) * 100}%`
                  return (
                    <span
                      key={each.key ?? ''}
                      data-part={each.key}
                      className={cx(
                        className,
                        'mx-auto block w-full max-w-8 bg-current',
                        index === shown && each === part && 'relative z-1 outline-2 outline-text',
                      )}
                      style={{ ...style, height }}
                    />
                  )
                })}
              </Link>
              {hasLabel(index) && (
                <span
                  aria-hidden
                  className="pointer-events-none absolute top-full left-0 whitespace-nowrap pt-1 text-muted text-small tabular-nums"
                >
                  {bucketName(item.start, item.end, step).replace(/ - .*/, '')}
                </span>
              )}
            </li>
          ))}
        </ul>
      </div>
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1">
        <span className="w-full text-muted tabular-nums sm:w-auto sm:min-w-56">
          <span className="text-text">{bucket ? bucketName(bucket.start, bucket.end, step) : t('chart.whole')}</span>{' '}
          {t('chart.total', { amount: metricText(metric, (bucket?.total ?? total)[metric], status) })}
        </span>
        {series.map((item) => (
          <span
            key={item.key ?? ''}
            className={cx(
              'inline-flex min-w-0 items-center gap-1.5 rounded-control',
              item === part && 'outline-2 outline-text outline-offset-2',
            )}
          >
            <Swatch series={item} />
            <span className="min-w-0 truncate">{partName(item.row, view, t)}</span>
            {bucket && <span className="text-muted tabular-nums">{valueText(bucket, item)}</span>}
          </span>
        ))}
      </figcaption>
      <p role="status" className="sr-only">
        {bucket && chosen && saidOf(bucket)}
      </p>
    </figure>
  )

  function saidOf(at: Bucket) {
    const time = bucketName(at.start, at.end, step)
    if (part) return t('chart.part', { time, name: partName(part.row, view, t), amount: valueText(at, part) })
    return `${time} ${t('chart.total', { amount: metricText(metric, at.total[metric], status) })}`
  }

  function valueText(at: Bucket, item: Series) {
    const value = partsOf(at, series, metric).find(([part]) => part === item)?.[1] ?? 0
    return metricText(metric, value, status)
  }
}
