import { KEY_STATUS } from '#contract/statuses.ts'
import { channelName, endUnknown, type Finding, type Judge } from './kind.ts'

/** A key of a channel that is not enabled. */
export interface KeyState {
  id: number
  mask: string
  status: number
  reason: string
  channel_id: number
  channel_name: string
}

/** All keys that are not enabled, and the ids of those that are and have an open alert. */
export interface KeyFacts {
  off: readonly KeyState[]
  enabled: readonly number[]
}

/** Keys of channels that were stopped. One that somebody disables or deletes then needs no message. */
export const keyDown: Judge<'key_down', KeyFacts> = {
  every: 10,
  evaluate: ({ off, enabled }, _parameters, open) => [
    ...endUnknown(open, [...off.map(({ id }) => id), ...enabled].map(String)),
    ...off.map(judge),
  ],
  recovered: (name) => ({ zh: `${name} 已恢复`, en: `${name} works again` }),
}

function judge({ id, mask, status, reason, channel_id, channel_name }: KeyState): Finding {
  const subject = String(id)
  if (status !== KEY_STATUS.stopped) return { state: 'ended', subject }
  const name = `${channelName(channel_name, channel_id)} · ${mask}`
  const title = { zh: `${name} 已停用`, en: `${name} was stopped` }
  const text = reason ? { zh: `${title.zh}，原因：${reason}`, en: `${title.en}. Reason: ${reason}` } : title
  return { state: 'open', subject, name, value: 0, title, text, links: { channel_id } }
}
