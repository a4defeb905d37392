import { useTranslation } from 'react-i18next'
import { type Level, levelOf, type Slice } from '#web/features/traffic/health.ts'
import { cx } from '#web/lib/cx.ts'
import { formatTime, fullNumber } from '#web/lib/format.ts'

const COLOUR: Record<Level, string> = { good: 'bg-success', fair: 'bg-warning', bad: 'bg-danger' }

/** One bar for each part of a range: its colour says how many attempts succeeded. Parts without attempts are faint. */
export function SliceBars({ slices }: { slices: readonly Slice[] }) {
  const { t } = useTranslation('health')
  const served = slices.reduce((sum, slice) => sum + slice.served, 0)
  const failed = slices.reduce((sum, slice) => sum + slice.failed, 0)
  return (
    <span
      role="img"
      aria-label={t('bars', { served: fullNumber(served), failed: fullNumber(failed) })}
      className="inline-flex h-5 items-stretch gap-px"
    >
      {slices.map((slice) => {
        const calls = slice.served + slice.failed
        return (
          <span
            key={slice.at}
            title={t('bar', {
              at: formatTime(slice.at),
              served: fullNumber(slice.served),
              failed: fullNumber(slice.failed),
            })}
            className={cx(
              'w-1 rounded-xs max-sm:w-0.5',
              calls === 0 ? 'bg-line' : COLOUR[levelOf(slice.served / calls)],
            )}
          />
        )
      })}
    </span>
  )
}
