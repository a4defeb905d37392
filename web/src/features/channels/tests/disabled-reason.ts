import type { TFunction } from 'i18next'
import type { Channel } from '#contract/api/channels.ts'
import { formatTime } from '#web/lib/format.ts'

/**
 * Returns why and when (Unix seconds) a channel was auto-disabled; null when the note is absent or unreadable.
 */
export function readDisabledReason({ other_info }: Pick<Channel, 'other_info'>): { reason: string; at: number } | null {
  try {
    const { status_reason, status_time } = JSON.parse(other_info) as Record<string, unknown>
    if (typeof status_reason !== 'string') return null
    return { reason: status_reason, at: typeof status_time === 'number' ? status_time : 0 }
  } catch {
    return null
  }
}

/** Formats the reason as a line of its own; "" without a reason. */
export function disabledReasonText(channel: Pick<Channel, 'other_info'>, t: TFunction<'channels'>): string {
  const off = readDisabledReason(channel)
  return off ? `${t('status.reason', { reason: off.reason, time: formatTime(off.at) })}\n` : ''
}
