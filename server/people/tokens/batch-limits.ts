import { type Limits, mergeLimits, parseStoredLimits, storedLimits } from '#contract/limits.ts'
import type { Calls } from '../../calls/calls.ts'
import type { UserFacts } from '../../calls/registry/callers.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Platform } from '../../platform/platform.ts'
import { failureOf, lockTokens } from './batch.ts'
import { findTokens } from './queries.ts'
import { checkTokenLimits } from './rules.ts'

/** The result of setting limits of many tokens. */
export interface ChangedLimits {
  changed: { id: number; limits: Limits | null }[]
  refused: { id: number; failure: ApiError }[]
}

/**
 * Sets limits of own tokens in one transaction, by the rules of a single change: those that break them stay as they
 * are. With `keepOthers`, limits that are not named stay. Tokens that have these limits already are in neither list.
 */
export async function setTokenLimits(
  services: Platform & Calls,
  owner: UserFacts,
  { ids, limits, keepOthers }: { ids: readonly number[]; limits: Limits | null; keepOthers: boolean },
): Promise<ChangedLimits> {
  const { store, bus } = services
  const outcome = await store.db.transaction().execute(async (trx) => {
    await lockTokens(trx, store, owner, ids)
    const tokens = new Map((await findTokens(trx, owner.id, ids)).map((token) => [token.id, token]))
    const found: ChangedLimits = { changed: [], refused: [] }
    for (const id of new Set(ids)) {
      const token = tokens.get(id)
      if (!token) {
        found.refused.push({ id, failure: new ApiError('record_not_found') })
        continue
      }
      const wanted = keepOthers ? mergeLimits(parseStoredLimits(token.limits) ?? null, limits) : limits
      if (storedLimits(wanted) === token.limits) continue
      const failure = failureOf(() => checkTokenLimits(wanted, owner, services))
      if (failure) found.refused.push({ id, failure })
      else found.changed.push({ id, limits: wanted })
    }
    for (const those of Map.groupBy(found.changed, (change) => storedLimits(change.limits))) {
      const [text, changes] = those
      await trx
        .updateTable('tokens')
        .set({ limits: text })
        .where('user_id', '=', owner.id)
        .where(
          'id',
          'in',
          changes.map(({ id }) => id),
        )
        .execute()
    }
    return found
  })
  for (const { id } of outcome.changed) bus.publish({ kind: 'token', id })
  return outcome
}
