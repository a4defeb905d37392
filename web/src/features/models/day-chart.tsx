import { useTranslation } from 'react-i18next'
import { ticksOf } from '#web/features/dashboard/scale.ts'
import { linePath } from './measured.ts'

const BOX = { width: 290, height: 48 }

interface Percentiles {
  p50: number
  p95: number
}

interface DayChartProps {
  title: string
  /** By day, oldest first; undefined = not measured. */
  days: readonly (Percentiles | undefined)[]
  format: (value: number) => string
}

/** Median and 95th percentile of a value by day. The table below the charts has the same numbers. */
export function DayChart({ title, days, format }: DayChartProps) {
  const { t } = useTranslation('models')
  const last = days.findLast((day) => day !== undefined)
  const most = ticksOf(Math.max(0, ...days.map((day) => Math.max(day?.p50 ?? 0, day?.p95 ?? 0)))).at(-1) ?? 1
  if (!last) return null
  return (
    <figure className="flex min-w-0 flex-col gap-1">
      <figcaption className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-small text-muted">{title}</span>
        <span className="text-lead tabular-nums">{format(last.p50)}</span>
        <span className="text-small text-muted tabular-nums">{t('measured.p95Of', { value: format(last.p95) })}</span>
      </figcaption>
      <div className="flex items-stretch gap-2">
        <svg
          role="img"
          aria-label={t('measured.chart', { name: title })}
          viewBox={`-3 -3 ${BOX.width + 6} ${BOX.height + 6}`}
          preserveAspectRatio="none"
          className="h-14 w-full min-w-0 border-line border-b text-primary"
        >
          {(['p95', 'p50'] as const).map((name) => (
            <path
              key={name}
              d={linePath(
                days.map((day) => day?.[name]),
                most,
                BOX,
              )}
              fill="none"
              stroke="currentColor"
              strokeOpacity={name === 'p95' ? 0.4 : 1}
              strokeWidth={name === 'p95' ? 1.5 : 2}
              strokeLinecap="round"
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
            />
          ))}
        </svg>
        <span aria-hidden className="min-w-16 shrink-0 whitespace-nowrap text-small text-muted tabular-nums">
          {format(most)}
        </span>
      </div>
    </figure>
  )
}
