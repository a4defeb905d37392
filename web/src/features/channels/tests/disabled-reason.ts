import type { TFunction } from 'i18next'
import type { Channel } from '#contract/api/channels.ts'
import {
  CREDIT_RULES,
  DISABLE_RULES,
  type DisableNote,
  type DisableRule,
  type DisableSample,
} from '#contract/channel-types/disable-rules.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { formatTime } from '#web/lib/format.ts'
import { type ChannelState, isOn, stateOf } from '../queries/channel-status.ts'

/** Why, when (Unix seconds) and after which failures a channel was disabled automatically. */
export interface DisabledNote {
  reason: string
  at: number
  rule: DisableRule | undefined
  samples: readonly DisableSample[]
}

/** Rules in notes of earlier versions: a status, a code, a type, words or a vendor's table said that a key was refused. */
const FORMER_RULES = ['status', 'code', 'type', 'message', 'vendor']

/** Returns null when the note is absent or unreadable. */
export function readDisabledNote({ other_info }: Pick<Channel, 'other_info'>): DisabledNote | null {
  try {
    const { status_reason, status_time, rule, samples } = JSON.parse(other_info) as Partial<DisableNote>
    if (typeof status_reason !== 'string') return null
    return {
      reason: status_reason,
      at: typeof status_time === 'number' ? status_time : 0,
      rule: DISABLE_RULES.find((each) => each === (FORMER_RULES.includes(String(rule)) ? 'key' : rule)),
      samples: Array.isArray(samples) ? samples : [],
    }
  } catch {
    return null
  }
}

/** Returns the state of a channel: its stored status, and what its note and its keys add. */
export function stateOfChannel(channel: Pick<Channel, 'status' | 'key_counts' | 'other_info'>): ChannelState {
  const { status, key_counts: keys } = channel
  if (status === CHANNEL_STATUS.autoDisabled) {
    const rule = readDisabledNote(channel)?.rule
    return rule && CREDIT_RULES.includes(rule) ? 'noMoney' : 'autoDisabled'
  }
  return isOn(channel) && keys?.ready === 0 && keys.cooling > 0 ? 'paused' : stateOf(status)
}

/** Formats the reason as a separate line; "" without a reason. */
export function disabledReasonText(channel: Pick<Channel, 'other_info'>, t: TFunction<'channels'>): string {
  const off = readDisabledNote(channel)
  return off ? `${t('status.reason', { reason: off.reason, time: formatTime(off.at) })}\n` : ''
}
