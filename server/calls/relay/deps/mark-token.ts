import { TOKEN_STATUS } from '#contract/statuses.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'

/**
 * Stores that a token has expired or is exhausted, so that its owner sees why it fails. Updates the row only if it
 * agrees: a token that was changed meanwhile stays as it is.
 */
export async function markToken({ store, bus }: Platform, id: number, status: 'expired' | 'exhausted'): Promise<void> {
  let mark = store.writes
    .updateTable('tokens')
    .set({ status: TOKEN_STATUS[status], accessed_time: nowInSeconds() })
    .where('id', '=', id)
    .where('status', '=', TOKEN_STATUS.enabled)
  if (status === 'expired') {
    mark = mark.where('expired_time', '<=', nowInSeconds()).where('expired_time', '!=', -1)
  } else {
    mark = mark
      .where('remain_quota', '<=', 0)
      .where('unlimited_quota', '=', 0)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('wallet_leases')
              .select('owner_id')
              .where('owner_kind', '=', 'token')
              .whereRef('owner_id', '=', 'tokens.id')
              .whereRef('granted', '>', 'spent'),
          ),
        ),
      )
  }
  const { numUpdatedRows } = await mark.executeTakeFirst()
  if (numUpdatedRows > 0n) bus.publish({ kind: 'token', id })
}
