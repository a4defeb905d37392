import { MAX_REPLAYED } from '#contract/api/routing.ts'
import { type Receipt, usageOfReceipt } from '#contract/receipt.ts'
import { LOG_TYPE } from '#contract/statuses.ts'
import { DURATION_BOUNDS_MS, FAILURE_KINDS, quantileOf } from '#contract/traffic.ts'
import { FIRST_BYTE_COLUMNS } from '../../calls/traffic/columns.ts'
import { sumsByCell } from '../../calls/traffic/queries.ts'
import { wholeRows } from '../../money/receipts/whole-rows.ts'
import type { Queryable } from '../../platform/store/database.ts'
import type { MeasuredOf, PastCall } from './replay.ts'

const HOUR = 3600
const MEDIAN = 0.5

/** Reads the newest calls since a time (unix seconds) that have a receipt, at most MAX_REPLAYED. */
export async function readPastCalls(db: Queryable, since: number): Promise<PastCall[]> {
  const stored = await db
    .selectFrom('logs')
    .select(['created_at', 'request_id', 'model_name', 'content', 'other', 'terms_id'])
    .where('created_at', '>=', since)
    .where('type', '=', LOG_TYPE.consume)
    .orderBy('created_at', 'desc')
    .limit(MAX_REPLAYED)
    .execute()
  const rows = await wholeRows(db, stored)
  return rows.flatMap(({ created_at, request_id, model_name, other }): PastCall[] => {
    const receipt = receiptIn(other)
    if (!receipt) return []
    const { group } = receipt
    return [{ at: created_at, requestId: request_id, group, model: model_name, usage: usageOfReceipt(receipt) }]
  })
}

function receiptIn(other: string): Receipt | undefined {
  try {
    const receipt = JSON.parse(other) as Receipt | null
    return receipt?.price_version === undefined || !receipt.usage ? undefined : receipt
  } catch {
    return undefined
  }
}

/** Reads what was measured since a time (unix seconds). A caller's own error is no failure. */
export async function readMeasured(db: Queryable, since: number): Promise<MeasuredOf> {
  const cells = await sumsByCell(db, { start: Math.floor(since / HOUR) * HOUR, end: Number.MAX_SAFE_INTEGER })
  const byCell = new Map(
    cells.map((sums) => {
      const failures = FAILURE_KINDS.filter((kind) => kind !== 'caller').map((kind) => sums[`failed_${kind}`] ?? 0)
      const failed = failures.reduce((sum, count) => sum + count, 0)
      const all = failed + (sums.served ?? 0)
      const counts = FIRST_BYTE_COLUMNS.map((column) => sums[column] ?? 0)
      const latency = quantileOf(DURATION_BOUNDS_MS, counts, MEDIAN)
      return [`${sums.channel_id} ${sums.model_name}`, { failed: all > 0 ? failed / all : 0, latency }] as const
    }),
  )
  return (channel, model) => byCell.get(`${channel} ${model}`) ?? { failed: 0, latency: undefined }
}
