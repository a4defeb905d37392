import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ModelMark } from '#web/features/vendors/vendor-mark.tsx'
import { cx } from '#web/lib/cx.ts'
import { MEDIA, useMedia } from '#web/lib/media.ts'
import { useStatus } from '#web/lib/status.ts'
import { partsOf } from './bar-parts.ts'
import { ChartBar } from './chart-bar.tsx'
import { ChartValues } from './chart-values.tsx'
import type { Metric, Step } from './dashboard-search.ts'
import { partName, type View } from './part.ts'
import { labelled, ticksOf } from './scale.ts'
import type { Series } from './series.ts'
import { Swatch } from './swatch.tsx'
import type { Bucket, Sums } from './usage.ts'
import { useChartFocus } from './use-chart-focus.ts'
import { axisRoom, axisUnit, bucketName, metricText, tickText } from './wording.ts'

interface CostChartProps {
  buckets: readonly Bucket[]
  series: readonly Series[]
  step: Step
  metric: Metric
  total: Sums
  view: View
}

/**
 * Stacked bars over time. A bar links to the log of its time, a segment to the rows of its model, token, etc.
 * The chart is one tab stop: arrow keys move between bars and segments; a chosen segment stays chosen across
 * bars.
 */
export function CostChart(props: CostChartProps) {
  const { buckets, series, step, metric, view } = props
  const { t } = useTranslation('dashboard')
  const status = useStatus()
  const phone = useMedia(MEDIA.phone)
  const plot = useRef<HTMLDivElement>(null)
  const { shown, show, chosen, point, onKeyDown } = useChartFocus({ buckets, series, metric, plot })
  const unit = axisUnit(metric, status)
  const ticks = ticksOf(Math.max(0, ...buckets.map((bucket) => bucket.total[metric])) / unit)
  const top = (ticks.at(-1) ?? 1) * unit
  const labels = ticks.map((tick) => tickText(metric, tick, ticks[1] ?? 0, status))
  const hasLabel = labelled(buckets.length, phone ? 3 : 8)
  const bucket = shown === undefined ? undefined : buckets[shown]
  const part = chosen === undefined || chosen === 'bar' ? undefined : series.find(({ key }) => key === chosen.key)
  return (
    <figure className="flex min-w-0 flex-1 flex-col gap-2" onPointerLeave={() => point(undefined)}>
      <div className="relative mb-6 min-h-56 flex-1" style={{ marginInlineStart: axisRoom(labels) }} ref={plot}>
        {ticks.map((tick, place) => (
          <div
            key={tick}
            aria-hidden
            className="absolute inset-x-0 border-line border-t"
            style={{ bottom: `${((tick * unit) / top) * 100}%` }}
          >
            <span className="absolute right-full -translate-y-1/2 whitespace-nowrap pr-2 text-muted text-small tabular-nums">
              {labels[place]}
            </span>
          </div>
        ))}
        <ul
          aria-label={t('chart.label')}
          className={cx('absolute inset-0 flex items-stretch', buckets.length <= 60 && 'gap-px')}
          onKeyDown={onKeyDown}
        >
          {buckets.map((item, index) => (
            <ChartBar
              key={item.start}
              {...{ series, step, metric, view, top, part }}
              bucket={item}
              isShown={index === shown}
              tabIndex={index === (shown ?? buckets.length - 1) ? 0 : -1}
              hasLabel={hasLabel(index)}
              onPoint={() => point(index)}
              onFocus={() => show(index)}
            />
          ))}
        </ul>
        {bucket && shown !== undefined && (
          <ChartValues {...{ bucket, series, step, metric, view, part }} index={shown} count={buckets.length} />
        )}
      </div>
      <ChartLegend {...props} bucket={bucket} part={part} />
      <p role="status" className="sr-only">
        {bucket && chosen && <ChosenText {...props} bucket={bucket} part={part} />}
      </p>
    </figure>
  )
}

/** The series with their names; with the values of the bar that is shown. */
function ChartLegend(props: CostChartProps & { bucket: Bucket | undefined; part: Series | undefined }) {
  const { bucket, part, series, step, metric, total, view } = props
  const { t } = useTranslation('dashboard')
  const status = useStatus()
  return (
    <figcaption className="flex flex-wrap gap-x-4 gap-y-1">
      <span className="w-full text-muted tabular-nums sm:w-auto sm:min-w-40">
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
          {view.by === 'model' && item.row?.model_name && <ModelMark model={item.row.model_name} />}
          <span className="min-w-0 truncate">{partName(item.row, view, t)}</span>
          {bucket && (
            <span className="text-muted tabular-nums">{metricText(metric, amountOf(bucket, item, props), status)}</span>
          )}
        </span>
      ))}
    </figcaption>
  )
}

/** Says what is chosen by keyboard: a segment of a bar, or the bar. */
function ChosenText(props: CostChartProps & { bucket: Bucket; part: Series | undefined }) {
  const { bucket, part, step, metric, view } = props
  const { t } = useTranslation('dashboard')
  const status = useStatus()
  const time = bucketName(bucket.start, bucket.end, step)
  if (!part) return `${time} ${t('chart.total', { amount: metricText(metric, bucket.total[metric], status) })}`
  const amount = metricText(metric, amountOf(bucket, part, props), status)
  return t('chart.part', { time, name: partName(part.row, view, t), amount })
}

/** The value of a series in a bar. */
function amountOf(bucket: Bucket, item: Series, { series, metric }: Pick<CostChartProps, 'series' | 'metric'>) {
  return partsOf(bucket, series, metric).find(([part]) => part === item)?.[1] ?? 0
}
