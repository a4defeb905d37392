import { sql } from 'kysely'
import type { Calls } from '#server/calls/calls.ts'
import type { Money } from '#server/money/money.ts'
import type { Author } from '#server/platform/audits/write.ts'
import type { Platform } from '#server/platform/platform.ts'
import { compareBill } from '#server/sales/vendor-bills/import.ts'

const DAY = 86_400

/** A bill of the last two days, as OpenAI exports it: most of it agrees, and one model was called elsewhere too. */
export async function seedBill(services: Platform & Money & Calls, by: Author, channel: number): Promise<void> {
  const today = Math.floor(Date.now() / 1000 / DAY) * DAY
  const sums = await services.store.db
    .selectFrom('quota_data')
    .select([sql<number>`created_at - created_at % ${DAY}`.as('day'), 'model_name', sql<number>`sum(cost)`.as('cost')])
    .where('channel_id', '=', channel)
    .where('created_at', '>=', today - DAY)
    .groupBy(['day', 'model_name'])
    .execute()
  const lines = sums.map(({ day, model_name, cost }) => {
    const usd = (cost / services.options.values.QuotaPerUnit / 1000) * (model_name === 'gpt-4o' ? 1.3 : 1)
    return line(day, usd, model_name)
  })
  const head = 'start_time,end_time,start_time_iso,end_time_iso,amount_value,amount_currency,line_item'
  const file = [head, ...lines, line(today - DAY, 1.25, 'gpt-5.1')].join('\n')
  await compareBill(services, by, { name: 'openai-costs.csv', file, channels: [channel] })
}

const line = (day: number, usd: number, model: string) =>
  `${day},${day + DAY},${iso(day)},${iso(day + DAY)},${usd.toFixed(10)},usd,"${model}, input and output"`
const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
