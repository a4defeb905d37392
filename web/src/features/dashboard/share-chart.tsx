import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LOG_TYPE } from '#contract/statuses.ts'
import { ModelMark } from '#web/features/vendors/vendor-mark.tsx'
import { formatPercent, fullNumber, shortNumber } from '#web/lib/format.ts'
import { tip } from '#web/ui/tooltip.tsx'
import { partFilter, partName, type View } from './part.ts'
import type { Span } from './period.ts'
import { REST, type Series } from './series.ts'
import { Swatch, seriesColour } from './swatch.tsx'
import type { PartUsage } from './usage.ts'

interface ShareChartProps {
  /** By calls, in descending order. */
  ranking: readonly PartUsage[]
  series: readonly Series[]
  span: Span
  view: View
}

const RADIUS = 42
const GAP = 0.4
const LINE = 'flex min-h-7 items-center gap-2 rounded-control px-1 coarse:min-h-11'

/** Shows the shares of calls as a ring and a sorted list. */
export function ShareChart({ ranking, series, span, view }: ShareChartProps) {
  const { t } = useTranslation('dashboard')
  const calls = ranking.reduce((sum, { count }) => sum + count, 0)
  const colourOf = (key: string) => series.find((item) => item.key === key) ?? REST
  return (
    <div className="flex min-w-0 items-start gap-4 max-sm:flex-col max-sm:items-center lg:flex-col lg:items-center">
      <Ring parts={ranking.map(({ key, count }) => ({ series: colourOf(key), share: count / calls, key }))}>
        <tspan x="50" y="47" className="fill-muted text-[9px]">
          {t('share.total')}
        </tspan>
        <tspan x="50" y="60" className="fill-text font-strong text-[13px]">
          {shortNumber(calls)}
        </tspan>
      </Ring>
      <ul className="flex max-h-62 w-full min-w-0 flex-1 flex-col overflow-y-auto">
        {ranking.map(({ key, row, count }) => {
          const name = partName(row, view, t)
          const filter = partFilter(row, view)
          const line = (
            <>
              <Swatch series={colourOf(key)} />
              {view.by === 'model' && row?.model_name && <ModelMark model={row.model_name} />}
              <span className="min-w-0 flex-1 truncate" {...tip(name)}>
                {name}
              </span>
              <span className="text-muted tabular-nums" {...tip(fullNumber(count))}>
                {shortNumber(count)}
              </span>
              <span className="w-14 text-right tabular-nums">{formatPercent(count / calls)}</span>
            </>
          )
          const search = { type: LOG_TYPE.consume, from: span.start, to: span.end, ...filter }
          return (
            <li key={key}>
              {filter ? (
                <Link to="/log" search={search} className={`${LINE} hover:bg-hover`}>
                  {line}
                </Link>
              ) : (
                <span className={LINE}>{line}</span>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

interface RingProps {
  parts: { series: Series; share: number; key: string }[]
  children: React.ReactNode
}

/** Hidden from screen readers, since the list beside it has the same content. */
function Ring({ parts, children }: RingProps) {
  let turned = 0
  return (
    <svg aria-hidden viewBox="0 0 100 100" className="size-36 shrink-0">
      {parts.map(({ series, share, key }) => {
        const { className, style } = seriesColour(series)
        const length = Math.max(share * 100 - (parts.length > 1 ? GAP : 0), 0.2)
        const offset = -turned
        turned += share * 100
        return (
          <circle
            key={key}
            cx={50}
            cy={50}
            r={RADIUS}
            fill="none"
            pathLength={100}
            strokeWidth={12}
            stroke="currentColor"
            strokeDasharray={`${length} ${100 - length}`}
            strokeDashoffset={offset}
            transform="rotate(-90 50 50)"
            className={className}
            style={style}
          />
        )
      })}
      <text textAnchor="middle">{children}</text>
    </svg>
  )
}
