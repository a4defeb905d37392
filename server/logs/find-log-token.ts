import { USER_STATUS } from '#contract/statuses.ts'
import { ApiError } from '../errors/api-error.ts'
import type { TokenFacts } from '../registry/callers.ts'
import type { Services } from '../services.ts'

/**
 * Returns the token whose log is requested, from `Authorization` or from the `key` parameter. An exhausted or
 * expired token is accepted as well. Throws token_missing, token_invalid, caller_banned or ip_not_allowed.
 */
export async function findLogToken(
  { callers }: Services,
  presented: { authorization: string | undefined; key: string; ip: string },
): Promise<TokenFacts> {
  const text = (presented.authorization ?? presented.key).replace(/^Bearer\s+/i, '').trim()
  const [key] = text.replace(/^sk-/, '').split('-')
  if (!key) throw new ApiError('token_missing')
  const token = await callers.tokenByKey(key)
  if (!token) throw new ApiError('token_invalid')
  const owner = await callers.userById(token.userId)
  if (owner?.status !== USER_STATUS.enabled) throw new ApiError('caller_banned')
  if (token.ips && !token.ips.has(presented.ip)) throw new ApiError('ip_not_allowed')
  return token
}
