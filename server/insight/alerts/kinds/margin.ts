import type { Words } from '#contract/words.ts'
import { above, channelName, type Finding, type Judge } from './kind.ts'

/** A channel and a model whose calls of a day cost more than they brought in. */
export interface Loss {
  channel_id: number
  channel_name: string
  model_name: string
  /** Quota units of calls whose cost is known, minus refunds. */
  quota: number
  /** Quota units. */
  cost: number
}

/** The losses of the last day, however small, and how quota is shown. */
export interface MarginFacts {
  losses: readonly Loss[]
  money(units: number): Words
}

/** Channels and models that lose more than a limit within a day. */
export const margin: Judge<'margin', MarginFacts> = {
  every: 3600,
  evaluate: ({ losses, money }, { loss: limit }) => losses.flatMap((loss) => judge(loss, limit, money) ?? []),
  recovered: (name) => ({ zh: `毛利已恢复：${name}`, en: `The margin of ${name} is no longer negative` }),
}

function judge(loss: Loss, limit: number, money: MarginFacts['money']): Finding | undefined {
  const { channel_id, channel_name, model_name, quota, cost } = loss
  const subject = `${channel_id} ${model_name}`
  const value = cost - quota
  if (value <= limit) return above(value, limit) === 'fine' ? undefined : { state: 'hold', subject }
  const name = `${channelName(channel_name, channel_id)} · ${model_name}`
  const lost = money(value)
  return {
    ...{ state: 'open', subject, name, value, links: { channel_id, model: model_name, quota, cost } },
    title: {
      zh: `毛利为负：${name} 近 24 小时亏损 ${lost.zh}`,
      en: `Negative margin: ${name} lost ${lost.en} within 24 hours`,
    },
  }
}
