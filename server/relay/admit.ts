import type { Language } from '#contract/errors.ts'
import { ROLE } from '#contract/roles.ts'
import { TOKEN_STATUS, USER_STATUS } from '#contract/statuses.ts'
import type { TokenFacts, UserFacts } from '../accounts/callers.ts'
import { Failure } from '../http/failure.ts'
import type { Services } from '../services.ts'
import type { RelayDeps } from './deps.ts'
import type { Incoming } from './incoming.ts'
import { maskedKey, presentedToken } from './token-key.ts'
import { whenReady } from './when-ready.ts'

/** Who calls, as far as the relay cares. */
export interface Caller {
  user: UserFacts
  token: TokenFacts | undefined
  pinnedChannel: number | undefined
  language: Language
}

/**
 * Finds the caller by the token of a request and checks what does not depend on the model: token, user, address.
 * A warm caller costs no database call. Throws the Failure that the caller is told.
 */
export function admitToken(
  incoming: Pick<Incoming, 'header' | 'url'>,
  ip: () => string,
  language: Language,
  deps: RelayDeps,
): Caller | Promise<Caller> {
  const { callers } = deps.services
  const presented = presentedToken(incoming.header, incoming.url)
  if (!presented?.key) throw new Failure('token_missing')
  const { key, channel } = presented
  return whenReady(callers.tokenByKey(key), (token) => {
    if (!token) throw new Failure('token_invalid')
    checkToken(token, key, deps)
    return whenReady(callers.userById(token.userId), (user) => {
      if (!user || user.status !== USER_STATUS.enabled) throw new Failure('caller_banned')
      if (token.ips && !token.ips.has(ip())) throw new Failure('ip_not_allowed')
      return { user, token, pinnedChannel: pinnedChannel(channel, user), language }
    })
  })
}

function checkToken(token: TokenFacts, key: string, deps: RelayDeps): void {
  if (token.status === TOKEN_STATUS.exhausted) throw new Failure('token_exhausted', { key: maskedKey(key) })
  if (token.status === TOKEN_STATUS.expired) throw new Failure('token_expired')
  if (token.status !== TOKEN_STATUS.enabled) throw new Failure('token_disabled')
  if (token.expiredTime !== -1 && token.expiredTime * 1000 <= Date.now()) {
    deps.markToken(token.id, 'expired')
    throw new Failure('token_expired')
  }
}

function pinnedChannel(text: string | undefined, user: UserFacts): number | undefined {
  if (text === undefined || text === '') return undefined
  if (user.role < ROLE.admin) throw new Failure('pinning_not_allowed')
  const id = Number(text)
  if (!Number.isSafeInteger(id)) throw new Failure('pinned_channel_invalid')
  return id
}

/** The group that a token's call runs in: the token's, if its owner may still use it, else the user's. */
export function groupOf(user: UserFacts, token: TokenFacts | undefined, values: Services['options']['values']): string {
  const group = token?.group || user.group
  if (group !== user.group && !Object.hasOwn(values.UserUsableGroups, group)) {
    throw new Failure('token_group_disabled', { group })
  }
  if (!Object.hasOwn(values.GroupRatio, group)) throw new Failure('group_deprecated', { group })
  return group
}
