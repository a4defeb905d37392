import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { endUnknown, type Finding, type Judge } from './kind.ts'

/** A channel with its status, and why it was disabled. */
export interface ChannelState {
  id: number
  name: string
  status: number
  reason: string
}

/** Channels that were disabled automatically. One that somebody disables or deletes then needs no message. */
export const channelDown: Judge<'channel_down', readonly ChannelState[]> = {
  every: 10,
  evaluate: (channels, _parameters, open) => [
    ...endUnknown(
      open,
      channels.map(({ id }) => String(id)),
    ),
    ...channels.flatMap((channel) => judge(channel) ?? []),
  ],
  recovered: (name, id) => ({ zh: `通道「${name}」（#${id}）已被启用`, en: `Channel “${name}” (#${id}) was enabled` }),
}

function judge({ id, name, status, reason }: ChannelState): Finding | undefined {
  const subject = String(id)
  if (status === CHANNEL_STATUS.disabled) return { state: 'ended', subject }
  if (status !== CHANNEL_STATUS.autoDisabled) return undefined
  const title = { zh: `通道「${name}」（#${id}）已被禁用`, en: `Channel “${name}” (#${id}) was disabled` }
  const text = reason ? { zh: `${title.zh}，原因：${reason}`, en: `${title.en}. Reason: ${reason}` } : title
  return { state: 'open', subject, name, value: 0, title, text, links: { channel_id: id } }
}
