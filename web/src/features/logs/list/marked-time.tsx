import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { formatTime } from '#web/lib/format.ts'
import { Time } from '#web/ui/time.tsx'
import { tip } from '#web/ui/tooltip.tsx'
import type { LogRow } from '../rows/log-list.ts'
import { type Mark, markOf } from '../rows/row-kind.ts'

const SHAPE: Record<Mark, { points: string; className: string }> = {
  failed: { points: '5,1 9.5,9 0.5,9', className: 'text-danger' },
  slow: { points: '5,0.5 9.5,5 5,9.5 0.5,5', className: 'text-warning' },
}

/** Shows the time of a row, which opens it, with a triangle for a failed call and a diamond for a slow one. */
export function MarkedTime({ log }: { log: LogRow }) {
  const { t } = useTranslation('logs')
  const mark = markOf(log)
  return (
    <span className="flex items-center gap-1">
      <Link
        from="/log"
        to="/log"
        search={({ row: _, ...search }) => ({ ...search, row: log.id })}
        resetScroll={false}
        aria-label={t('row.open', { time: formatTime(log.created_at) })}
        className="hover:underline"
      >
        <Time at={log.created_at} exact />
      </Link>
      {mark && (
        <span className="flex shrink-0" {...tip(t(`mark.${mark}`))}>
          <svg viewBox="0 0 10 10" role="img" className={cx('size-2', SHAPE[mark].className)}>
            <title>{t(`mark.${mark}`)}</title>
            <polygon points={SHAPE[mark].points} fill="currentColor" />
          </svg>
        </span>
      )}
    </span>
  )
}
