import { useQuery } from '@tanstack/react-query'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useTranslation } from 'react-i18next'
import type { LogHistogram } from '#contract/api/logs.ts'
import { cx } from '#web/lib/cx.ts'
import { formatTime, fullNumber } from '#web/lib/format.ts'
import { MEDIA, useMedia } from '#web/lib/media.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { histogramQuery, type Scope } from '../rows/log-list.ts'
import type { LogFilters } from '../rows/log-search.ts'
import { ChartFailure } from './chart-failure.tsx'
import { spanText, sumOf, totalOf } from './chart-scale.ts'
import { HistogramBars, LOOK } from './histogram-bars.tsx'

interface HistogramProps {
  scope: Scope
  filters: LogFilters
  /** Milliseconds between refreshes; false = none. */
  every: number | false
  /** Shows a time span in Unix seconds, both ends inclusive. */
  onZoom: (span: { from: number; to: number }) => void
  /** Shows the span of the same length before or after; undefined where there is none. */
  onShift: Record<'back' | 'ahead', (() => void) | undefined>
}

const BARS = { phone: 30, wide: 60 }
/** Reserves the height of the chart while it loads. */
export const CHART_HEIGHT = 'h-11 shrink-0'

/**
 * Shows the distribution of log rows over time. Dragging over bars, or selecting them by keyboard, zooms to
 * their time.
 */
export default function Histogram({ scope, filters, every, onZoom, onShift }: HistogramProps) {
  const { t } = useTranslation('logs')
  const bars = useMedia(MEDIA.phone) ? BARS.phone : BARS.wide
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...histogramQuery(scope, filters, bars),
    refetchInterval: every,
  })
  if (!data && error) return <ChartFailure onRetry={() => void refetch()} />
  if (!data) return <Skeleton className={CHART_HEIGHT} />
  return (
    <section
      aria-label={t('chart.label')}
      aria-busy={isPlaceholderData}
      className={cx('flex flex-col', CHART_HEIGHT, isPlaceholderData && 'opacity-60')}
    >
      <Summary data={data} />
      <HistogramBars key={`${data.start} ${data.step}`} data={data} onZoom={onZoom} />
      <div className="flex h-5 min-w-0 shrink-0 items-center gap-x-3 text-small text-muted">
        <span className="flex min-w-0 items-center">
          <Shift to="back" run={onShift.back} />
          <span className="truncate tabular-nums">{spanText(data.start, data.end, data.step)}</span>
          <Shift to="ahead" run={onShift.ahead} />
        </span>
        {data.since !== null && (
          <span className="truncate text-warning">{t('chart.capped', { time: formatTime(data.since) })}</span>
        )}
        <Legend data={data} />
      </div>
    </section>
  )
}

function Shift({ to, run }: { to: 'back' | 'ahead'; run: (() => void) | undefined }) {
  const { t } = useTranslation('logs')
  const Icon = to === 'back' ? ChevronLeft : ChevronRight
  return (
    <IconButton
      size="small"
      label={t(`shift.${to}`)}
      keys={to === 'back' ? 'arrowleft' : 'arrowright'}
      icon={<Icon size={14} aria-hidden />}
      disabledReason={!run && t(`shift.no.${to}`)}
      onClick={run}
    />
  )
}

const KINDS = ['calls', 'failed', 'others'] as const

function Legend({ data }: { data: LogHistogram }) {
  const { t } = useTranslation('logs')
  const sum = sumOf(data.items)
  return (
    <span aria-hidden className="ms-auto flex shrink-0 items-center gap-x-3 tabular-nums">
      {KINDS.filter((kind) => sum[kind] > 0 || kind === 'calls').map((kind) => (
        <span key={kind} className="inline-flex items-center gap-1">
          <span className={cx('size-2.5 max-sm:size-2', LOOK[kind])} />
          <span className="max-sm:sr-only">{t(`chart.${kind}`)}</span>
          {fullNumber(sum[kind])}
        </span>
      ))}
    </span>
  )
}

/** Describes the chart in a sentence. */
function Summary({ data }: { data: LogHistogram }) {
  const { t } = useTranslation('logs')
  const { calls, failed, others } = sumOf(data.items)
  const busiest = data.items.reduce((most, bar) => (totalOf(bar) > totalOf(most) ? bar : most))
  return (
    <p className="sr-only">
      {t('chart.summary', {
        time: spanText(data.start, data.end, data.step),
        calls: fullNumber(calls),
        failed: fullNumber(failed),
        others: fullNumber(others),
      })}{' '}
      {totalOf(busiest) > 0 &&
        t('chart.busiest', {
          time: spanText(busiest.start, busiest.start + data.step - 1, data.step),
          rows: fullNumber(totalOf(busiest)),
        })}{' '}
      {t('chart.keys')}
    </p>
  )
}
