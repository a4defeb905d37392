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

/** All keys that are not enabled, and the channels with an open alert of which a key is enabled again. */
export interface KeyFacts {
  off: readonly KeyState[]
  enabled: readonly number[]
}

/** The text of an alert names the first keys; the page of the channel lists all. */
const MAX_NAMED = 10

/**
 * Channels with stopped keys, each as one alert, which becomes worse with every further key. Keys need no message once
 * somebody disables or deletes them.
 */
export const keyDown: Judge<'key_down', KeyFacts> = {
  every: 10,
  evaluate({ off, enabled }, _parameters, open) {
    const stopped = Map.groupBy(
      off.filter(({ status }) => status === KEY_STATUS.stopped),
      ({ channel_id }) => channel_id,
    )
    return [...endUnknown(open, [...stopped.keys(), ...enabled].map(String)), ...[...stopped.values()].flatMap(judge)]
  },
  recovered: (name) => ({ zh: `${name} 的密钥已恢复`, en: `The keys of ${name} work again` }),
}

function judge(keys: readonly KeyState[]): Finding[] {
  const [first] = keys
  if (!first) return []
  const name = channelName(first.channel_name, first.channel_id)
  const count = keys.length
  const title =
    count === 1
      ? { zh: `${name} · ${first.mask} 已停用`, en: `${name} · ${first.mask} was disabled` }
      : { zh: `${name} 有 ${count} 个密钥已停用`, en: `${count} keys of ${name} were disabled` }
  const named = keys.slice(0, MAX_NAMED).map(({ mask, reason }) => [mask, reason].filter(Boolean).join(' '))
  if (count > MAX_NAMED) named.push('…')
  const text =
    count > 1
      ? { zh: `${title.zh}：${named.join('；')}`, en: `${title.en}: ${named.join('; ')}` }
      : first.reason
        ? { zh: `${title.zh}，原因：${first.reason}`, en: `${title.en}. Reason: ${first.reason}` }
        : title
  const links = { channel_id: first.channel_id, keys: keys.map(({ id }) => id) }
  return [{ state: 'open', subject: String(first.channel_id), name, level: count, value: count, title, text, links }]
}
