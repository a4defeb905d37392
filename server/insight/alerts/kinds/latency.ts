import { DURATION_BOUNDS_MS, quantileOf } from '#contract/traffic.ts'
import { above, channelName, endUnknown, type Finding, type Judge, rounded } from './kind.ts'

/** Answers of a channel by the bucket of their time to the first byte, of this hour and the one before. */
export interface ChannelTimes {
  id: number
  name: string
  firstBytes: readonly number[]
}

const QUANTILE = 0.95

/** Channels whose answers begin late. */
export const latency: Judge<'latency', readonly ChannelTimes[]> = {
  every: 60,
  evaluate: (channels, { seconds, calls }, open) => [
    ...endUnknown(
      open,
      channels.map(({ id }) => String(id)),
    ),
    ...channels.flatMap((channel) => judge(channel, seconds, calls) ?? []),
  ],
  recovered: (name) => ({ zh: `${name} 的延迟已恢复`, en: `${name} responds in time again` }),
}

function judge({ id, name, firstBytes }: ChannelTimes, limit: number, calls: number): Finding | undefined {
  const all = firstBytes.reduce((sum, count) => sum + count, 0)
  const subject = String(id)
  if (all === 0) return undefined
  if (all < calls) return { state: 'hold', subject }
  const seconds = (quantileOf(DURATION_BOUNDS_MS, firstBytes, QUANTILE) ?? 0) / 1000
  const state = above(seconds, limit)
  if (state === 'fine') return undefined
  if (state === 'hold') return { state, subject }
  const shown = channelName(name, id)
  return {
    ...{ state, subject, name: shown, value: rounded(seconds), links: { channel_id: id } },
    title: {
      zh: `${shown} 有 5% 的回答首字超过 ${rounded(seconds)} 秒`,
      en: `${shown}: 5% of the calls take more than ${rounded(seconds)} s to the first byte`,
    },
  }
}
