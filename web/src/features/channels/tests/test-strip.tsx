import type { TFunction } from 'i18next'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import type { Channel, ChannelTest } from '#contract/api/channels.ts'
import { cx } from '#web/lib/cx.ts'
import { formatDuration, formatTime } from '#web/lib/format.ts'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'
import { tip } from '#web/ui/tooltip.tsx'

const TestHistory = lazy(() => import('./test-history.tsx'))

/**
 * Shows the recent tests of a channel as bars, newest last: short = succeeded, tall = failed. Each bar has a
 * tooltip; pressing lists all tests.
 */
export default function TestStrip({ channel }: { channel: Channel }) {
  const { t } = useTranslation('channels')
  const { name, recent_tests: tests } = channel
  const newest = tests.at(-1)
  if (!newest) return null
  const label = t('history.label', { name, count: tests.length, failed: tests.filter(({ ok }) => !ok).length })
  return (
    <button
      type="button"
      aria-label={label}
      {...tip(`${label}\n${t('history.newest', { test: testText(newest, t) })}`)}
      className="-ms-0.5 -me-2.5 flex h-6 items-center rounded-control px-0.5 hover:bg-hover focus-visible:-outline-offset-2 coarse:h-control"
      onClick={() => void openOverlay<void>((close) => <TestHistory channel={channel} onClose={close} />)}
    >
      <span className="flex h-4 items-end">
        {tests.map((test, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: bars have nothing but their place
            key={index}
            {...tip(testText(test, t))}
            // Borders remain visible in forced-colours mode.
            className={cx('w-0.75 border-s-2', test.ok ? 'h-2/5 border-success' : 'h-full border-danger')}
          />
        ))}
      </span>
    </button>
  )
}

/** Describes a test: time, model, duration and the reason of a failure. */
function testText({ time, ok, ms, model, error }: ChannelTest, t: TFunction<'channels'>): string {
  const about = { time: formatTime(time), model, ms: formatDuration(ms) }
  return ok ? t('history.passed', about) : t('history.failed', { ...about, reason: error })
}
