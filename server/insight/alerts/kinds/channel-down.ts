import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { endUnknown, type Finding, type Judge } from './kind.ts'

/** A channel with its status, and why it was disabled. */
export interface ChannelState {
  id: number
  name: string
  status: number
  reason: string
  /** Attempts of this hour and the one before that an account without money, or a refused key, has failed. */
  refused?: { money: number; key: number } | undefined
}

/** So many refusals of a key are no accident of one call. */
const MIN_KEY_REFUSALS = 3
const ACCOUNT = 'account:'

/**
 * Channels that were disabled automatically, and those whose account or key is refused while they stay enabled. One that
 * somebody disables or deletes then needs no message.
 */
export const channelDown: Judge<'channel_down', readonly ChannelState[]> = {
  every: 10,
  evaluate: (channels, _parameters, open) => [
    ...endUnknown(
      open,
      channels.flatMap(({ id }) => [String(id), `${ACCOUNT}${id}`]),
    ),
    ...channels.flatMap((channel) => judge(channel) ?? judgeAccount(channel) ?? []),
  ],
  recovered(name, subject) {
    const id = subject.replace(ACCOUNT, '')
    const channel = { zh: `渠道「${name}」（#${id}）`, en: `channel “${name}” (#${id})` }
    if (id === subject) return { zh: `${channel.zh}已被启用`, en: `Channel “${name}” (#${id}) was enabled` }
    return { zh: `${channel.zh}的账户不再被拒绝`, en: `The account of ${channel.en} is no longer refused` }
  },
}

function judge({ id, name, status, reason }: ChannelState): Finding | undefined {
  const subject = String(id)
  if (status === CHANNEL_STATUS.disabled) return { state: 'ended', subject }
  if (status !== CHANNEL_STATUS.autoDisabled) return undefined
  const title = { zh: `渠道「${name}」（#${id}）已被禁用`, en: `Channel “${name}” (#${id}) was disabled` }
  const text = reason ? { zh: `${title.zh}，原因：${reason}`, en: `${title.en}. Reason: ${reason}` } : title
  return { state: 'open', subject, name, value: 0, title, text, links: { channel_id: id } }
}

function judgeAccount({ id, name, status, refused }: ChannelState): Finding | undefined {
  if (status !== CHANNEL_STATUS.enabled || !refused) return undefined
  if (refused.money === 0 && refused.key < MIN_KEY_REFUSALS) return undefined
  const channel = { zh: `渠道「${name}」（#${id}）`, en: `channel “${name}” (#${id})` }
  const title =
    refused.money > 0
      ? {
          zh: `${channel.zh}的账户余额不足或预算已用完`,
          en: `The account of ${channel.en} has no credit or budget left`,
        }
      : { zh: `${channel.zh}的密钥被上游拒绝`, en: `The upstream refuses the key of ${channel.en}` }
  const subject = `${ACCOUNT}${id}`
  return { state: 'open', subject, name, value: refused.money + refused.key, title, links: { channel_id: id } }
}
