import { cx } from '#web/lib/cx.ts'
import { roundTo } from '#web/lib/format.ts'

const WIDTH = 80
const HEIGHT = 24

interface SparklineProps {
  values: readonly number[]
  colour: 'text-primary' | 'text-danger'
  /** Beside a large number, or in the cell of a list. */
  size?: 'number' | 'cell'
}

const SIZES = { number: 'mb-1 h-6 w-20 max-sm:w-12', cell: 'h-4 w-14' }

/** Shows the course of a number without a scale. */
export function Sparkline({ values, colour, size = 'number' }: SparklineProps) {
  const most = Math.max(...values)
  if (values.length < 2 || most <= 0) return null
  const points = values.map((value, index) => {
    const x = (index / (values.length - 1)) * WIDTH
    return `${roundTo(x, 1)},${roundTo(HEIGHT - 1 - (value / most) * (HEIGHT - 2), 1)}`
  })
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={cx('min-w-0 shrink', SIZES[size], colour)}
    >
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
