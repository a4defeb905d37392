import { cx } from '#web/lib/cx.ts'

/** Remaining share below which the bar warns. */
const LOW = 0.1

interface LeftBarProps {
  /** Quota units. */
  used: number
  left: number
  className?: string
}

/** The remaining share as a bar, beside the number. */
export function RemainingBar({ used, left, className = 'w-16' }: LeftBarProps) {
  const share = left > 0 ? left / (used + left) : 0
  return (
    <span
      aria-hidden
      className={cx('h-1.5 shrink-0 overflow-hidden rounded-full forced-colors:outline bg-line', className)}
    >
      <span
        className={cx(
          'block h-full rounded-full forced-colors:bg-[Highlight]',
          share < LOW ? 'bg-warning' : 'bg-primary',
        )}
        style={{ width: `${share * 100}%` }}
      />
    </span>
  )
}
