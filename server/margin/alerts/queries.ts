import { sql } from 'kysely'
import type { Queryable } from '../../store/database.ts'

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
type Pair = Pick<Loss, 'channel_id' | 'model_name'>

/** The alerts that are open, the largest loss first. */
export function listAlerts(db: Queryable) {
  return db
    .selectFrom('margin_alerts')
    .leftJoin('channels', 'channels.id', 'margin_alerts.channel_id')
    .select(['channel_id', 'model_name', 'since', 'margin_alerts.quota', 'margin_alerts.cost'])
    .select(sql<string>`coalesce(channels.name, '')`.as('channel_name'))
    .orderBy(sql`margin_alerts.quota - margin_alerts.cost`)
    .execute()
}

/** Finds what has lost more than `least` quota units since a time. */
export function findLosses(db: Queryable, since: number, least: number): Promise<Loss[]> {
  const quota = sql<number>`sum(quota_data.costed_quota - quota_data.costed_refunded)`
  const cost = sql<number>`round(sum(quota_data.cost) / 1000.0)`
  return db
    .selectFrom('quota_data')
    .leftJoin('channels', 'channels.id', 'quota_data.channel_id')
    .where('quota_data.created_at', '>=', since)
    .groupBy(['quota_data.channel_id', 'quota_data.model_name'])
    .having(sql<boolean>`${cost} - ${quota} > ${least}`)
    .select(['quota_data.channel_id', 'quota_data.model_name', quota.as('quota'), cost.as('cost')])
    .select(sql<string>`coalesce(max(channels.name), '')`.as('channel_name'))
    .orderBy('quota_data.channel_id')
    .orderBy('quota_data.model_name')
    .execute()
}

/** Stores the numbers of an alert. Returns whether it is a new one. */
export async function storeAlert(db: Queryable, { channel_id, model_name, quota, cost }: Loss, since: number) {
  const known = await db
    .updateTable('margin_alerts')
    .set({ quota, cost })
    .where('channel_id', '=', channel_id)
    .where('model_name', '=', model_name)
    .executeTakeFirst()
  if (known.numUpdatedRows > 0n) return false
  await db.insertInto('margin_alerts').values({ channel_id, model_name, quota, cost, since }).execute()
  return true
}

/** Deletes an alert. Returns whether there was one. */
export async function deleteAlert(db: Queryable, { channel_id, model_name }: Pair): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('margin_alerts')
    .where('channel_id', '=', channel_id)
    .where('model_name', '=', model_name)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
