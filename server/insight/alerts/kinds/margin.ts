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
  /** Quota units of a cent. */
  cent: number
  money(units: number): Words
}

/** The text of an alert names the first models; the margin page lists all. */
const MAX_NAMED = 10

/**
 * Channels whose models lose more than a limit within a day, each as one alert. A cent is the least limit: charges are
 * rounded to whole units, and rounding alone can lose a cent a day.
 */
export const margin: Judge<'margin', MarginFacts> = {
  every: 3600,
  evaluate: ({ losses, cent, money }, { loss: limit }) =>
    [...Map.groupBy(losses, ({ channel_id }) => channel_id)].flatMap(
      ([id, models]) => judge(id, models, Math.max(limit, cent), money) ?? [],
    ),
  recovered: (name) => ({ zh: `毛利已恢复：${name}`, en: `The margin of ${name} is no longer negative` }),
}

const lostBy = ({ quota, cost }: Loss) => cost - quota

function judge(id: number, losses: readonly Loss[], limit: number, money: MarginFacts['money']): Finding | undefined {
  const subject = String(id)
  const value = losses.reduce((sum, loss) => sum + lostBy(loss), 0)
  if (value <= limit) return above(value, limit) === 'fine' ? undefined : { state: 'hold', subject }
  const name = channelName(losses[0]?.channel_name ?? '', id)
  const models = losses
    .map((loss) => ({ model: loss.model_name, quota: loss.quota, cost: loss.cost }))
    .sort((one, other) => other.cost - other.quota - (one.cost - one.quota))
  const named = models.slice(0, MAX_NAMED).map(({ model, quota, cost }) => ({ model, lost: money(cost - quota) }))
  const more = models.length - named.length
  const lost = money(value)
  const title = {
    zh: `${name} 近 24 小时亏损 ${lost.zh}`,
    en: `${name} lost ${lost.en} in 24 hours`,
  }
  const text = {
    zh: `${title.zh}：${named.map((each) => `${each.model} ${each.lost.zh}`).join('、')}${more > 0 ? ` 等 ${models.length} 个模型` : ''}`,
    en: `${title.en}: ${named.map((each) => `${each.model} ${each.lost.en}`).join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
  }
  return { state: 'open', subject, name, value, title, text, links: { channel_id: id, losses: models } }
}
