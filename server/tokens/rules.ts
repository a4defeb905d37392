import { commaList } from '#contract/comma-list.ts'
import { exceededBounds, type Limits } from '#contract/limits.ts'
import { TOKEN_STATUS } from '#contract/statuses.ts'
import { ApiError } from '../errors/api-error.ts'
import { ipListProblem } from '../net/ip-list.ts'
import type { UserFacts } from '../registry/callers.ts'
import type { Services } from '../services.ts'

/** The fields that are checked; absent ones stay unchanged. */
export interface TokenFields {
  expired_time?: number | undefined
  allow_ips?: string | undefined
  group?: string | undefined
}

/** Normalizes the input: a list of models without blanks and duplicates. */
export function tidyTokenFields<T extends { model_limits?: string | undefined }>(fields: T): T {
  if (fields.model_limits === undefined) return fields
  return { ...fields, model_limits: commaList(fields.model_limits).join(',') }
}

/**
 * The quota that a change requests, in units; undefined = unchanged. A negative one may be sent back and raised,
 * but not set. Throws token_quota_invalid.
 */
export function requestedQuota(shown: number, asked: number | undefined): number | undefined {
  if (asked === undefined || asked === shown) return undefined
  if (asked < 0 && asked < shown) throw fieldFailure('remain_quota', 'token_quota_invalid')
  return asked
}

/** Checks the fields to write. `groups` are those that the owner may use. Throws an ApiError for the field. */
export function checkTokenFields(fields: TokenFields, groups: Readonly<Record<string, string>>): void {
  const { group, allow_ips, expired_time } = fields
  if (group && !Object.hasOwn(groups, group)) throw fieldFailure('group', 'token_group_not_usable', { group })
  const problem = ipListProblem(allow_ips ?? '')
  if (problem) throw fieldFailure('allow_ips', 'token_ip_invalid', { ...problem })
  if (expired_time === 0) throw fieldFailure('expired_time', 'token_expiry_invalid')
}

/**
 * Checks a token's limits against what administrators have set for its owner and the owner's group, which count in any
 * case: a token must not promise more. Throws token_limits_above.
 */
export function checkTokenLimits(
  limits: Limits | null,
  owner: Pick<UserFacts, 'group' | 'limits'>,
  { callLimits }: Pick<Services, 'callLimits'>,
): void {
  for (const bounds of [owner.limits, callLimits.ofGroup(owner.group)]) {
    const above = limits && bounds ? exceededBounds(limits, bounds) : []
    if (above.length > 0) throw fieldFailure('limits', 'token_limits_above', { limits: above.join(', ') })
  }
}

/** The state of a token that enabling it depends on. */
export interface TokenState {
  expired_time: number
  unlimited_quota: boolean
  remain_quota: number
}

/**
 * Checks a status that the owner sets. Only enabled and disabled can be set: expired and exhausted follow from the
 * token's state, and such a token cannot be enabled. Throws an ApiError.
 */
export function checkTokenStatus(status: number, state: TokenState, now: number): void {
  if (status === TOKEN_STATUS.disabled) return
  if (status !== TOKEN_STATUS.enabled) throw fieldFailure('status', 'token_status_invalid')
  if (state.expired_time !== -1 && state.expired_time <= now) throw new ApiError('token_expired_enable')
  if (!state.unlimited_quota && state.remain_quota <= 0) throw new ApiError('token_exhausted_enable')
}

function fieldFailure(field: string, code: ApiError['code'], parameters: Record<string, string | number> = {}) {
  return new ApiError(code, parameters, { [field]: code })
}
