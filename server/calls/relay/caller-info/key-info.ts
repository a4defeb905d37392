import { type LimitsNow, parseStoredLimits } from '#contract/limits.ts'
import { shownBalance } from '../../../money/accounting/balances.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Calls } from '../../calls.ts'
import type { Caller } from '../admit/admit.ts'

/** What a token may know about itself. */
export interface KeyInfo {
  name: string
  /** "" = the user's own group. */
  group: string
  /** Quota units; null = unlimited. */
  remain_quota: number | null
  used_quota: number
  /** Unix seconds; null = never. */
  expires_at: number | null
  /** Names and patterns; null = all models. */
  models: string[] | null
  /** Kinds of endpoints; null = all. */
  endpoints: string[] | null
  /** Of the token, with their use. */
  limits: object | null
  limits_now: LimitsNow
  /** What administrators have set for its user, and for each user of the group; absent = nothing. */
  user?: LimitsNow
  group_limits?: LimitsNow
}

/** Returns a token's limits, their use and their resets. */
export async function keyInfo(
  { store, callLimits }: Platform & Calls,
  { user, token }: Caller,
): Promise<{ data: KeyInfo }> {
  const row = await store.db
    .selectFrom('tokens')
    .select(['name', 'group', 'used_quota', 'unlimited_quota', 'expired_time', 'limits'])
    .select(shownBalance('token').as('remain'))
    .where('id', '=', token?.id ?? 0)
    .executeTakeFirstOrThrow()
  const applied = callLimits.ofCaller({ user, token })
  const uses = await callLimits.readUse(applied)
  const usedBy = (scope: string) => uses[applied.findIndex((one) => one.scope === scope)]
  const [ofUser, ofGroup] = [usedBy('user'), usedBy('group')]
  return {
    data: {
      name: row.name,
      group: row.group,
      remain_quota: row.unlimited_quota ? null : row.remain,
      used_quota: row.used_quota,
      expires_at: row.expired_time === -1 ? null : row.expired_time,
      models: token?.models ? [...token.models.entries] : null,
      endpoints: token?.endpoints ? [...token.endpoints] : null,
      limits: parseStoredLimits(row.limits) ?? null,
      limits_now: usedBy('token') ?? {},
      ...(ofUser && { user: ofUser }),
      ...(ofGroup && { group_limits: ofGroup }),
    },
  }
}
