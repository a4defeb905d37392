import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LOG_TYPE } from '#contract/statuses.ts'
import { fullNumber, shortNumber } from '#web/lib/format.ts'
import { tip } from '#web/ui/tooltip.tsx'
import type { Span } from './period.ts'
import type { Series } from './series.ts'
import { Swatch, seriesColour } from './swatch.tsx'
import type { ModelUsage } from './usage.ts'
import { shareText } from './wording.ts'

interface ShareChartProps {
  /** By calls, most first. */
  ranking: readonly ModelUsage[]
  series: readonly Series[]
  span: Span
  username: string | undefined
}

const RADIUS = 42
const GAP = 0.4
const REST: Series = { model: undefined, hue: undefined }

/** Which models were called how often: a ring for the impression, a sorted list for reading. */
export function ShareChart({ ranking, series, span, username }: ShareChartProps) {
  const { t } = useTranslation('dashboard')
  const calls = ranking.reduce((sum, { count }) => sum + count, 0)
  const colourOf = (model: string) => series.find((item) => item.model === model) ?? REST
  return (
    <div className="flex min-w-0 items-start gap-4 max-sm:flex-col max-sm:items-center lg:flex-col lg:items-center">
      <Ring parts={ranking.map(({ model, count }) => ({ series: colourOf(model), share: count / calls, model }))}>
        <tspan x="50" y="47" className="fill-muted text-[9px]">
          {t('share.total')}
        </tspan>
        <tspan x="50" y="60" className="fill-text font-strong text-[13px]">
          {shortNumber(calls)}
        </tspan>
      </Ring>
      <ul className="flex max-h-52 w-full min-w-0 flex-1 flex-col overflow-y-auto">
        {ranking.map(({ model, count }) => (
          <li key={model}>
            <Link
              to="/log"
              search={{ type: LOG_TYPE.consume, from: span.start, to: span.end, model_name: model, username }}
              className="flex min-h-7 items-center gap-2 rounded-control px-1 hover:bg-hover coarse:min-h-11"
            >
              <Swatch series={colourOf(model)} />
              <span className="min-w-0 flex-1 truncate">{model || t('share.unnamed')}</span>
              <span className="text-muted tabular-nums" {...tip(fullNumber(count))}>
                {shortNumber(count)}
              </span>
              <span className="w-14 text-right tabular-nums">{shareText(count / calls)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface RingProps {
  parts: { series: Series; share: number; model: string }[]
  children: React.ReactNode
}

/** Hidden from screen readers: the list beside it says the same. */
function Ring({ parts, children }: RingProps) {
  let turned = 0
  return (
    <svg aria-hidden viewBox="0 0 100 100" className="size-36 shrink-0">
      {parts.map(({ series, share, model }) => {
        const { className, style } = seriesColour(series)
        const length = Math.max(share * 100 - (parts.length > 1 ? GAP : 0), 0.2)
        const offset = -turned
        turned += share * 100
        return (
          <circle
            key={model}
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
