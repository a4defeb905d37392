import type { UserToken } from '#contract/api/users.ts'
import { TOKEN_STATUS } from '#contract/statuses.ts'
import type { TagColour } from '#web/ui/tag-colour.ts'

export type TokenState = 'enabled' | 'limited' | 'disabled' | 'expired' | 'exhausted' | 'unknown'

/** The fields that determine a token's state. */
type Standing = Pick<UserToken, 'status' | 'expired_time' | 'unlimited_quota' | 'remain_quota' | 'model_limits_enabled'>

/** Returns the current state of a token, computed from expiry and quota: the stored status is updated late. */
export function stateOfToken(token: Standing, now: number): TokenState {
  const { status, expired_time, unlimited_quota, remain_quota } = token
  if (status === TOKEN_STATUS.disabled) return 'disabled'
  if (status === TOKEN_STATUS.expired || (expired_time !== -1 && expired_time <= now)) return 'expired'
  if (status === TOKEN_STATUS.exhausted || (!unlimited_quota && remain_quota <= 0)) return 'exhausted'
  if (status !== TOKEN_STATUS.enabled) return 'unknown'
  return token.model_limits_enabled ? 'limited' : 'enabled'
}

export const STATE_COLOURS: Record<TokenState, TagColour> = {
  enabled: 'green',
  limited: 'green',
  disabled: 'red',
  expired: 'yellow',
  exhausted: 'grey',
  unknown: 'grey',
}

export const isOn = (state: TokenState) => state === 'enabled' || state === 'limited'
