import type { Reply } from '#contract/api/endpoint.ts'
import type { tokenUsage } from '#contract/api/logs.ts'
import type { TokenFacts } from '../../calls/registry/callers.ts'
import { shownBalance } from '../../money/accounting/balances.ts'
import type { Platform } from '../../platform/platform.ts'

/** Returns what a token may know of its quota, as key tools of this family read it. */
export async function readTokenUsage(
  { store }: Pick<Platform, 'store'>,
  { id, models }: Pick<TokenFacts, 'id' | 'models'>,
): Promise<Reply<typeof tokenUsage>> {
  const row = await store.db
    .selectFrom('tokens')
    .select(['name', 'used_quota', 'unlimited_quota', 'expired_time'])
    .select(shownBalance('token').as('remain'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    object: 'token_usage',
    name: row.name,
    total_granted: row.remain + row.used_quota,
    total_used: row.used_quota,
    total_available: row.remain,
    unlimited_quota: row.unlimited_quota !== 0,
    model_limits: Object.fromEntries([...(models?.entries ?? [])].map((name) => [name, true])),
    model_limits_enabled: models !== undefined,
    expires_at: row.expired_time === -1 ? 0 : row.expired_time,
  }
}
