import { sql } from 'kysely'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { FAILURE_KINDS } from '#contract/traffic.ts'
import type { Queryable } from '../../store/database.ts'
import { FIRST_BYTE_COLUMNS } from '../../traffic/columns.ts'
import type { VendorBalance } from '../kinds/balance.ts'
import type { ChannelState } from '../kinds/channel-down.ts'
import type { NodeDisk } from '../kinds/disk.ts'
import type { ChannelAttempts } from '../kinds/error-rate.ts'
import type { ChannelTimes } from '../kinds/latency.ts'
import type { Loss } from '../kinds/margin.ts'

const HOUR = 3600

/** All channels with their status, and why they were disabled automatically. */
export async function channelStates(db: Queryable): Promise<ChannelState[]> {
  const info = sql<string>`case when status = ${CHANNEL_STATUS.autoDisabled} then other_info else '' end`.as('info')
  const rows = await db.selectFrom('channels').select(['id', 'name', 'status', info]).execute()
  return rows.map(({ info, ...channel }) => ({ ...channel, reason: reasonIn(info) }))
}

/** Imported rows may hold other texts. */
function reasonIn(info: string): string {
  try {
    const { status_reason } = JSON.parse(info)
    return typeof status_reason === 'string' ? status_reason : ''
  } catch {
    return ''
  }
}

const thisHour = (now: number) => now - (now % HOUR)

/** Attempts at channels in this hour of the clock and the one before. */
export async function attempts(db: Queryable, now: number): Promise<ChannelAttempts[]> {
  const hour = thisHour(now)
  const failed = FAILURE_KINDS.filter((kind) => kind !== 'caller').map((kind) => sql.ref(`failed_${kind}`))
  const rows = await db
    .selectFrom('traffic_hours')
    .innerJoin('channels', 'channels.id', 'traffic_hours.channel_id')
    .where('traffic_hours.created_at', '>=', hour - HOUR)
    .groupBy(['channels.id', 'channels.name', 'traffic_hours.created_at'])
    .select(['channels.id', 'channels.name', 'traffic_hours.created_at'])
    .select(sql<number>`sum(served)`.as('served'))
    .select(sql<number>`sum(${sql.join(failed, sql` + `)})`.as('failed'))
    .orderBy('channels.id')
    .execute()
  const channels = new Map<number, ChannelAttempts>()
  for (const { id, name, created_at, served, failed } of rows) {
    const none = { served: 0, failed: 0 }
    const channel = channels.get(id) ?? { id, name, hour: none, before: none }
    channels.set(id, { ...channel, [created_at >= hour ? 'hour' : 'before']: { served, failed } })
  }
  return [...channels.values()]
}

/** How long answers of channels took to begin, in the same time. */
export async function firstBytes(db: Queryable, now: number): Promise<ChannelTimes[]> {
  const sums = FIRST_BYTE_COLUMNS.map((name) => sql<number>`sum(${sql.ref(name)})`.as(name))
  const rows = (await db
    .selectFrom('traffic_hours')
    .innerJoin('channels', 'channels.id', 'traffic_hours.channel_id')
    .where('traffic_hours.created_at', '>=', thisHour(now) - HOUR)
    .groupBy(['channels.id', 'channels.name'])
    .select(['channels.id', 'channels.name', ...(sums as [])])
    .orderBy('channels.id')
    .execute()) as (Record<string, number> & { id: number; name: unknown })[]
  return rows.map((row) => ({
    id: row.id,
    name: String(row.name),
    firstBytes: FIRST_BYTE_COLUMNS.map((column) => row[column] ?? 0),
  }))
}

/** Finds what has lost money since a time. */
export function findLosses(db: Queryable, since: number): Promise<Loss[]> {
  const quota = sql<number>`sum(quota_data.costed_quota - quota_data.costed_refunded)`
  const cost = sql<number>`round(sum(quota_data.cost) / 1000.0)`
  return db
    .selectFrom('quota_data')
    .leftJoin('channels', 'channels.id', 'quota_data.channel_id')
    .where('quota_data.created_at', '>=', since)
    .groupBy(['quota_data.channel_id', 'quota_data.model_name'])
    .having(sql<boolean>`${cost} > ${quota}`)
    .select(['quota_data.channel_id', 'quota_data.model_name', quota.as('quota'), cost.as('cost')])
    .select(sql<string>`coalesce(max(channels.name), '')`.as('channel_name'))
    .orderBy('quota_data.channel_id')
    .orderBy('quota_data.model_name')
    .execute()
}

/** Channels that calls may use and whose balance has been read. */
export const vendorBalances = (db: Queryable): Promise<VendorBalance[]> =>
  db
    .selectFrom('channels')
    .select(['id', 'name', 'balance'])
    .where('status', '=', CHANNEL_STATUS.enabled)
    .where('balance_updated_time', '>', 0)
    .orderBy('id')
    .execute()

/** The disks of nodes that have reported them. */
export const disks = (db: Queryable): Promise<NodeDisk[]> =>
  db
    .selectFrom('nodes')
    .select(['id', 'host', 'disk_free as free', 'disk_size as size'])
    .where('disk_size', '>', 0)
    .execute()
