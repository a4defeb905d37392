import { commaList } from '#contract/comma-list.ts'
import { exceededBounds, type Limits } from '#contract/limits.ts'
import { TOKEN_STATUS } from '#contract/statuses.ts'
import type { Calls } from '../../calls/calls.ts'
import type { UserFacts } from '../../calls/registry/callers.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { ipListProblem } from '../../platform/net/ip-list.ts'

/** The fields that are checked; absent ones stay unchanged. */
export interface TokenFields {
  expired_time?: number | undefined
  allow_ips?: string | undefined
  group?: string | undefined
}

/** The restrictions of a token, in this family's words and in one-api's. */
interface Restrictions {
  model_limits?: string | undefined
  model_limits_enabled?: boolean | undefined
  allow_ips?: string | undefined
  models?: string | undefined
  subnet?: string | undefined
}

/**
 * Normalizes the input: one-api's words become this family's, and lists of models have no blanks and duplicates. Models
 * that are named count unless the request says that they do not. Throws token_words_differ where a request restricts a
 * token in both words, and differently.
 */
export function tidyTokenFields<T extends Restrictions>({ models, subnet, ...rest }: T) {
  const fields: Omit<T, 'models' | 'subnet'> & Restrictions = { ...rest }
  const named = inOneWord('models', commaOf(models), commaOf(fields.model_limits))
  if (named !== undefined) fields.model_limits = named
  const networks = inOneWord('subnet', subnet?.trim(), fields.allow_ips)
  if (networks !== undefined) fields.allow_ips = networks
  if (models?.trim()) fields.model_limits_enabled = true
  else if (models !== undefined || named) fields.model_limits_enabled ??= Boolean(named)
  return fields
}

const commaOf = (text: string | undefined) => text && commaList(text).join(',')

/** A restriction that a request may state in two words; undefined = in none. */
function inOneWord(olderWord: string, older: string | undefined, own: string | undefined): string | undefined {
  if (older && own && older !== own) throw fieldFailure(olderWord, 'token_words_differ', { field: olderWord })
  return older || (own ?? older)
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
  { callLimits }: Pick<Calls, 'callLimits'>,
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
