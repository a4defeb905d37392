import type { Language } from '#contract/errors.ts'
import { ROLE } from '#contract/roles.ts'
import { TOKEN_STATUS, USER_STATUS } from '#contract/statuses.ts'
import { Failure } from '../../errors/api-error.ts'
import type { Incoming } from '../../http1/shared/request.ts'
import type { TokenFacts, UserFacts } from '../../registry/callers.ts'
import type { Services } from '../../services.ts'
import type { RelayDeps } from '../deps.ts'
import { maskedKey, type PresentedToken, presentedToken } from './token-key.ts'

/** Who calls, as far as the relay cares. */
export interface Caller {
  user: UserFacts
  token: TokenFacts | undefined
  pinnedChannel: number | undefined
  language: Language
}

/** A request without its body. */
export type Arrived = Pick<Incoming, 'header' | 'url' | 'peer' | 'secure'>

/** A request that shows a token. */
interface Applicant {
  incoming: Arrived
  ip: (incoming: Arrived) => string
  presented: PresentedToken
  language: Language
}

/**
 * Finds the caller by the token of a request and checks what does not depend on the model: token, user, address.
 * A warm caller costs no database call and no promise. Throws the Failure that the caller is told.
 */
export function admitToken(
  incoming: Arrived,
  ip: Applicant['ip'],
  language: Language,
  deps: RelayDeps,
): Caller | Promise<Caller> {
  const presented = presentedToken(incoming.header, incoming.url)
  if (!presented?.key) throw new Failure('token_missing')
  const applicant = { incoming, ip, presented, language }
  const token = deps.services.callers.tokenByKey(presented.key)
  return token instanceof Promise ? admitLater(token, applicant, deps) : admitOwner(token, applicant, deps)
}

async function admitLater(token: Promise<TokenFacts | undefined>, applicant: Applicant, deps: RelayDeps) {
  return admitOwner(await token, applicant, deps)
}

function admitOwner(token: TokenFacts | undefined, applicant: Applicant, deps: RelayDeps): Caller | Promise<Caller> {
  if (!token) throw new Failure('token_invalid')
  checkToken(token, applicant.presented.key, deps)
  const user = deps.services.callers.userById(token.userId)
  return user instanceof Promise ? admittedLater(user, token, applicant) : admitted(user, token, applicant)
}

async function admittedLater(user: Promise<UserFacts | undefined>, token: TokenFacts, applicant: Applicant) {
  return admitted(await user, token, applicant)
}

function admitted(user: UserFacts | undefined, token: TokenFacts, applicant: Applicant): Caller {
  const { incoming, ip, presented, language } = applicant
  if (!user || user.status !== USER_STATUS.enabled) throw new Failure('caller_banned')
  if (token.ips && !token.ips.has(ip(incoming))) throw new Failure('ip_not_allowed')
  return { user, token, pinnedChannel: pinnedChannel(presented.channel, user), language }
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
