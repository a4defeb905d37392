import { cx } from '#web/lib/cx.ts'
import type { NavCount } from './nav-counts.ts'

const MOST = 99

/**
 * A count of items that need action, with a text for screen readers. `corner`: placed over the corner of an
 * icon.
 */
export function CountBadge({ count, text, corner }: NavCount & { corner?: boolean }) {
  return (
    <>
      <span
        aria-hidden
        className={cx(
          'min-w-4.5 rounded-full bg-danger px-1 text-center font-strong text-[11px] text-on-danger leading-4.5 tabular-nums',
          corner ? 'absolute top-0 right-0' : 'ms-auto',
        )}
      >
        {count > MOST ? `${MOST}+` : count}
      </span>
      <span className="sr-only">{text}</span>
    </>
  )
}
