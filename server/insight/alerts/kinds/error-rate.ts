import { above, channelName, endUnknown, type Finding, type Judge, rounded } from './kind.ts'

/** Attempts at a channel: in this hour of the clock, and in the one before. Callers' own mistakes do not count. */
export interface ChannelAttempts {
  id: number
  name: string
  hour: Attempts
  before: Attempts
}
interface Attempts {
  served: number
  failed: number
}

/** Channels at which a share of the attempts fails. */
export const errorRate: Judge<'error_rate', readonly ChannelAttempts[]> = {
  every: 60,
  evaluate: (channels, { percent, calls }, open) => [
    ...endUnknown(
      open,
      channels.map(({ id }) => String(id)),
    ),
    ...channels.flatMap((channel) => judge(channel, percent, calls) ?? []),
  ],
  recovered: (name) => ({ zh: `${name} 的错误率已恢复`, en: `The error rate of ${name} is back to normal` }),
}

/** While this hour has too few attempts, the hour before counts as well. */
function judge({ id, name, hour, before }: ChannelAttempts, percent: number, calls: number): Finding | undefined {
  const isEnough = hour.served + hour.failed >= calls
  const served = hour.served + (isEnough ? 0 : before.served)
  const failed = hour.failed + (isEnough ? 0 : before.failed)
  const all = served + failed
  const subject = String(id)
  if (all === 0) return undefined
  if (all < calls) return { state: 'hold', subject }
  const share = (failed / all) * 100
  const state = above(share, percent)
  if (state === 'fine') return undefined
  if (state === 'hold') return { state, subject }
  const shown = channelName(name, id)
  return {
    ...{ state, subject, name: shown, value: rounded(share), links: { channel_id: id } },
    title: {
      zh: `${shown} 的错误率为 ${Math.round(share)}%（${all} 次中失败 ${failed} 次）`,
      en: `${shown}: ${Math.round(share)}% of calls fail (${failed} of ${all})`,
    },
  }
}
