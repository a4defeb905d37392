import { CHANNEL_STATUS } from '#contract/statuses.ts'
import type { Queryable } from '../../platform/store/database.ts'

/** The hash of a user's password; "" for a user without one. */
export async function passwordHash(db: Queryable, userId: number): Promise<string> {
  const query = db.selectFrom('users').select('password').where('id', '=', userId)
  return (await query.executeTakeFirst())?.password ?? ''
}

/** Whether there are channels, and whether one of them is known to work. */
export async function channelState(db: Queryable): Promise<'none' | 'unproven' | 'proven'> {
  const proven = await db
    .selectFrom('channels')
    .select('id')
    .where('status', '=', CHANNEL_STATUS.enabled)
    .where('test_error', '=', '')
    // Channels of drawing platforms cannot be tested: their charges prove them.
    .where(({ eb, or }) => or([eb('test_time', '>', 0), eb('used_quota', '>', 0)]))
    .limit(1)
    .executeTakeFirst()
  if (proven) return 'proven'
  return (await db.selectFrom('channels').select('id').limit(1).executeTakeFirst()) ? 'unproven' : 'none'
}

/**
 * Whether a call with a token was ever charged. The roll-ups keep this even if log rows are deleted or not written;
 * channel tests are in them without a token, and failed calls without a count.
 */
export async function hasServedCall(db: Queryable): Promise<boolean> {
  const query = db.selectFrom('quota_data').select('id').where('token_id', '>', 0).where('count', '>', 0).limit(1)
  return (await query.executeTakeFirst()) !== undefined
}
