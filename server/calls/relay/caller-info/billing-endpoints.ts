import { shownBalance } from '../../../money/accounting/balances.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { TokenFacts, UserFacts } from '../../registry/callers.ts'

/** The limit that an unlimited token reports (contract of this API family). */
const UNLIMITED = 100_000_000
const CENTS = 100

type BilledCaller = { user: UserFacts; token: TokenFacts | undefined }

/**
 * OpenAI's old billing endpoint, which many clients still use to show a balance. In dollars, or in units by option.
 */
export async function subscription(services: Platform, caller: BilledCaller) {
  const { remain, used, unlimited, expires } = await balanceOf(services, caller)
  const limit = unlimited ? UNLIMITED : toShownCurrency(services, remain + used)
  return {
    object: 'billing_subscription',
    has_payment_method: true,
    soft_limit_usd: limit,
    hard_limit_usd: limit,
    system_hard_limit_usd: limit,
    access_until: expires,
  }
}

/** Returns what was used so far, in hundredths. */
export async function usage(services: Platform, caller: BilledCaller) {
  const { used } = await balanceOf(services, caller)
  return { object: 'list', total_usage: toShownCurrency(services, used * CENTS) }
}

function toShownCurrency({ options }: Platform, units: number): number {
  return options.values.DisplayInCurrencyEnabled ? units / options.values.QuotaPerUnit : units
}

async function balanceOf({ store, options }: Platform, { user, token }: BilledCaller) {
  if (token && options.values.DisplayTokenStatEnabled) {
    const row = await store.db
      .selectFrom('tokens')
      .select(['used_quota as used', 'unlimited_quota', 'expired_time', shownBalance('token').as('remain')])
      .where('id', '=', token.id)
      .executeTakeFirstOrThrow()
    const expires = row.expired_time === -1 ? 0 : row.expired_time
    return { remain: row.remain, used: row.used, unlimited: row.unlimited_quota !== 0, expires }
  }
  const row = await store.db
    .selectFrom('users')
    .select(['used_quota as used', shownBalance('user').as('remain')])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  return { ...row, unlimited: false, expires: 0 }
}
