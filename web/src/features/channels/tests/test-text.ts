import type { TFunction } from 'i18next'
import type { ChannelTest } from '#contract/api/channels.ts'
import { formatDuration, formatTime } from '#web/lib/format.ts'

/** Describes a test: time, model, duration and the reason of a failure. */
export function testWords({ time, ok, ms, model, error }: ChannelTest, t: TFunction<'channels'>): string {
  const about = { time: formatTime(time), model, ms: formatDuration(ms) }
  return ok ? t('history.passed', about) : t('history.failed', { ...about, reason: error })
}
