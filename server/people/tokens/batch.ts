import { TOKEN_STATUS } from '#contract/statuses.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { UserFacts } from '../../calls/registry/callers.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Queryable, Store } from '../../platform/store/database.ts'
import { findTokens } from './queries.ts'
import { checkTokenStatus } from './rules.ts'
import { stateOf } from './write.ts'

const SETTABLE_STATUSES: readonly number[] = [TOKEN_STATUS.enabled, TOKEN_STATUS.disabled]

/** The result of setting one status on many tokens. */
export interface BatchStatus {
  changed: { id: number; former: number }[]
  refused: { id: number; failure: ApiError }[]
}

/**
 * Enables or disables own tokens in one transaction, by the rules of a single change: those that break them stay as
 * they are. With `dryRun` nothing is stored. Throws token_status_invalid for a status that cannot be set.
 */
export async function setTokenStatuses(
  { store, bus }: Platform,
  owner: UserFacts,
  { ids, status, dryRun }: { ids: readonly number[]; status: number; dryRun: boolean },
): Promise<BatchStatus> {
  if (!SETTABLE_STATUSES.includes(status))
    throw new ApiError('token_status_invalid', {}, { status: 'token_status_invalid' })
  const outcome = await store.db.transaction().execute(async (trx) => {
    await lockTokens(trx, store, owner, ids)
    const tokens = new Map((await findTokens(trx, owner.id, ids)).map((token) => [token.id, token]))
    const found: BatchStatus = { changed: [], refused: [] }
    const now = nowInSeconds()
    for (const id of new Set(ids)) {
      const token = tokens.get(id)
      if (token?.status === status) continue
      const failure = token ? failureOf(() => checkTokenStatus(status, stateOf(token), now)) : notFound()
      if (failure) found.refused.push({ id, failure })
      else if (token) found.changed.push({ id, former: token.status })
    }
    const changed = found.changed.map(({ id }) => id)
    if (!dryRun && changed.length > 0) {
      await trx
        .updateTable('tokens')
        .set({ status })
        .where('user_id', '=', owner.id)
        .where('id', 'in', changed)
        .execute()
    }
    return found
  })
  if (!dryRun) for (const { id } of outcome.changed) bus.publish({ kind: 'token', id })
  return outcome
}

/** Deletes own tokens in one transaction, and returns how many there were; calls with them fail at once. */
export async function deleteTokens(
  { store, bus }: Platform,
  owner: UserFacts,
  ids: readonly number[],
): Promise<number> {
  const deleted = await store.db.transaction().execute(async (trx) => {
    await lockTokens(trx, store, owner, ids)
    return trx
      .updateTable('tokens')
      .set({ deleted_at: new Date().toISOString() })
      .where('user_id', '=', owner.id)
      .where('deleted_at', 'is', null)
      .where('id', 'in', ids)
      .returning('id')
      .execute()
  })
  for (const { id } of deleted) bus.publish({ kind: 'token', id })
  return deleted.length
}

/** Locks rows in a fixed order, so that two batch changes cannot deadlock. */
export async function lockTokens(
  trx: Queryable,
  { engine }: Store,
  owner: UserFacts,
  ids: readonly number[],
): Promise<void> {
  if (engine !== 'postgres') return
  const own = trx.selectFrom('tokens').select('id').where('user_id', '=', owner.id).where('id', 'in', ids)
  await own.orderBy('id').forUpdate().execute()
}

const notFound = () => new ApiError('record_not_found')

/** Returns the failure that a check throws, if any. */
export function failureOf(check: () => void): ApiError | undefined {
  try {
    check()
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  return undefined
}
