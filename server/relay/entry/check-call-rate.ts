import { ApiError } from '../../errors/api-error.ts'
import type { Count } from '../../http/limits.ts'
import type { Services } from '../../services.ts'
import type { Caller } from './admit.ts'

/**
 * Counts a call against the limit of its user's group; undefined = the group has no limit, and nothing is counted.
 * Rejects with call_rate_exceeded.
 */
export function checkCallRate(
  { user }: Pick<Caller, 'user'>,
  { options, limits }: Pick<Services, 'options' | 'limits'>,
): Promise<void> | undefined {
  const { GroupCallsPerMinute } = options.values
  const limit = Object.hasOwn(GroupCallsPerMinute, user.group) ? GroupCallsPerMinute[user.group] : undefined
  return limit === undefined ? undefined : rejectAbove(limit, limits.countRelayed(user.id))
}

async function rejectAbove(limit: number, counted: Promise<Count>): Promise<void> {
  const { count, msLeft } = await counted
  if (count <= limit) return
  const seconds = Math.max(1, Math.ceil(msLeft / 1000))
  throw new ApiError('call_rate_exceeded', { limit, seconds }, undefined, seconds)
}
