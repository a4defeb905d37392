import type { Database, Store } from '../../platform/store/database.ts'
import { matchesPattern } from '../../platform/store/like.ts'
import type { AppliedLimits } from './applied-limits.ts'

/**
 * Returns what the hourly roll-ups have of a limit's subject since `start` (milliseconds since the epoch): what a node
 * that was restarted takes for counted today. A day that does not start at a full hour of UTC gets the calls of its
 * first minutes too. Calls that failed are not counted there.
 */
export async function readCountedToday(
  { db }: Pick<Store, 'db'>,
  { scope, subject }: AppliedLimits,
  start: number,
): Promise<{ calls: number; tokens: number }> {
  // Roll-ups do not tell the keys of a channel apart.
  if (scope === 'key') return { calls: 0, tokens: 0 }
  const HOUR = 3600
  const since = Math.floor(start / 1000 / HOUR) * HOUR
  const row = await subjectsRollups(db, scope, subject)
    .where('created_at', '>=', since)
    .select(({ fn }) => [fn.sum<number | null>('count').as('calls'), fn.sum<number | null>('token_used').as('tokens')])
    .executeTakeFirst()
  return { calls: Number(row?.calls ?? 0), tokens: Number(row?.tokens ?? 0) }
}

function subjectsRollups(db: Database, scope: AppliedLimits['scope'], subject: string) {
  const rollups = db.selectFrom('quota_data')
  if (scope === 'user') return rollups.where('user_id', '=', Number(subject))
  if (scope === 'group') return rollups.where('user_id', '=', Number(subject.slice(subject.lastIndexOf('/') + 1)))
  if (scope === 'token') return rollups.where('token_id', '=', Number(subject))
  if (scope === 'channel') return rollups.where('channel_id', '=', Number(subject))
  return rollups.where(matchesPattern('model_name', subject.replaceAll('*', '%')))
}
