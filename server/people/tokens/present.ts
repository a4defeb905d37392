import type { Token } from '#contract/api/tokens.ts'
import type { UserToken } from '#contract/api/users.ts'
import { commaList } from '#contract/comma-list.ts'
import { parseStoredTags } from '#contract/tags.ts'
import type { Calls } from '../../calls/calls.ts'
import { type ShownLimits, shownLimits, shownLimitsOf } from '../../calls/limits/with-use.ts'
import { pick } from '../../platform/json/pick.ts'
import type { Platform } from '../../platform/platform.ts'
import type { TokenRow } from '../../platform/store/tables.ts'
import type { Vault } from '../../platform/store/vault.ts'

/** A stored token with the displayed balance, and when its last former key ends (0 = it has none). */
export type TokenWithBalance = TokenRow & { shown_quota: number; former_key_until: number }

/** A token in its owner's view, with the key in clear. */
export function presentToken(row: TokenWithBalance, limits: ShownLimits, vault: Vault): Token {
  return {
    ...pick(row, 'id user_id status name created_time accessed_time expired_time model_limits allow_ips note'),
    ...pick(row, 'last_used_at last_used_ip last_used_client used_quota group former_key_until'),
    key: vault.decrypt(row.key),
    remain_quota: row.shown_quota,
    unlimited_quota: row.unlimited_quota !== 0,
    model_limits_enabled: row.model_limits_enabled !== 0,
    endpoints: row.endpoints === '' ? null : commaList(row.endpoints),
    tags: parseStoredTags(row.tags),
    limits: limits.limits,
    limits_now: limits.limits_now,
    DeletedAt: row.deleted_at,
  }
}

/** Presents tokens with the use of their limits. */
export async function presentTokens(services: Platform & Calls, rows: readonly TokenWithBalance[]): Promise<Token[]> {
  const limits = await shownLimits('token', rows, services)
  return rows.map((row, index) => presentToken(row, limits[index] ?? NO_LIMITS, services.vault))
}

/** Presents one token. */
export async function presentOne(services: Platform & Calls, row: TokenWithBalance): Promise<Token> {
  return presentToken(row, await shownLimitsOf('token', row, services), services.vault)
}

const NO_LIMITS: ShownLimits = { limits: null, limits_now: {} }
const KEY_END = 4
/** The part of a key by which people tell it from others. */
export const keyEnd = (key: string) => key.slice(-KEY_END)

/** A user's token in an administrator's view: only the end of its key. */
export function presentUserToken(row: TokenWithBalance, vault: Vault): UserToken {
  const { key, ...token } = presentToken(row, NO_LIMITS, vault)
  const { id, name, status, group, model_limits_enabled, used_quota, remain_quota, unlimited_quota } = token
  const { created_time, accessed_time, expired_time } = token
  return {
    ...{ id, name, status, group, model_limits_enabled, used_quota, remain_quota, unlimited_quota },
    ...{ created_time, accessed_time, expired_time, key_end: keyEnd(key) },
  }
}
