import { USER_STATUS } from '#contract/statuses.ts'
import { Failure } from '../errors/api-error.ts'
import type { TokenFacts } from '../registry/callers.ts'
import type { Services } from '../services.ts'

/**
 * The token whose log is asked for, from `Authorization` or from the `key` parameter. Also one that is used up or
 * expired may look back. Throws token_missing, token_invalid, caller_banned or ip_not_allowed.
 */
export async function tokenOfLog(
  { callers }: Services,
  presented: { authorization: string | undefined; key: string; ip: string },
): Promise<TokenFacts> {
  const text = (presented.authorization ?? presented.key).replace(/^Bearer\s+/i, '').trim()
  const [key] = text.replace(/^sk-/, '').split('-')
  if (!key) throw new Failure('token_missing')
  const token = await callers.tokenByKey(key)
  if (!token) throw new Failure('token_invalid')
  const owner = await callers.userById(token.userId)
  if (owner?.status !== USER_STATUS.enabled) throw new Failure('caller_banned')
  if (token.ips && !token.ips.has(presented.ip)) throw new Failure('ip_not_allowed')
  return token
}
