import type { EndpointKind } from '#contract/endpoint-kinds.ts'
import type { Language } from '#contract/errors.ts'
import { AUTO_GROUP, groupsOfAuto, isAutoGroup } from '#contract/groups.ts'
import { ROLE } from '#contract/roles.ts'
import { TOKEN_STATUS, USER_STATUS } from '#contract/statuses.ts'
import type { RelayEndpoint } from '../../../formats/endpoints/endpoints.ts'
import { payersOf } from '../../../money/accounting/wallet.ts'
import { quotaWords } from '../../../money/receipts/quota-text.ts'
import { andThen, type MaybePromise } from '../../../platform/async/and-then.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { replyLanguage } from '../../../platform/http/language.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CallTrace } from '../../../platform/telemetry/telemetry.ts'
import { waitFor } from '../../../platform/telemetry/wait-for.ts'
import type { RelayRequest } from '../../../wire/http1/shared/request.ts'
import { requireRelaying } from '../../readiness.ts'
import type { TokenFacts, UserFacts } from '../../registry/callers.ts'
import type { RelayDeps } from '../deps/deps.ts'
import { type CallHeaders, readCallHeaders } from './call-headers.ts'
import { checkEndpointAllowed } from './model-access.ts'
import { maskedKey, type PresentedToken, preferReading, readToken } from './token-key.ts'

/** The caller of a relayed call. */
export interface Caller {
  user: UserFacts
  token: TokenFacts | undefined
  pinnedChannel: number | undefined
  /** Of replies: what the request prefers, else the owner's, else the site's. */
  readonly language: Language
}

/** A request without its body. */
export type RequestHead = Pick<RelayRequest, 'header' | 'url' | 'peer' | 'secure'> & {
  /** Absent = they were not read yet. */
  readonly headers?: CallHeaders
}

/** A request that asks to be admitted. */
export interface Arrival {
  request: RequestHead
  ip: (request: RequestHead) => string
  /** What is called; undefined = nothing that tokens are restricted to, such as a list of models. */
  endpoint: EndpointKind | undefined
}

/** A request that presents a token. */
interface TokenRequest extends Arrival {
  headers: CallHeaders
  presented: PresentedToken
}

/**
 * Finds the caller by the token of a request and checks what does not depend on the model: token, user, address,
 * endpoint. A cached caller costs no database query and no promise. Throws the ApiError for the caller.
 */
export function admitToken(arrival: Arrival, deps: RelayDeps): MaybePromise<Caller> {
  const { callers } = deps.services
  const { request } = arrival
  const headers = request.headers ?? readCallHeaders(request)
  const readings = readToken(headers, request.url)
  const [presented] = readings
  if (!presented) throw new ApiError('token_missing')
  const token = callers.tokenByKey(presented.key)
  if (token instanceof Promise || !token) return admitUncached(arrival, headers, readings, token, deps)
  const user = callers.userById(token.userId)
  if (!(user instanceof Promise)) return admitOwner(user, token, { ...arrival, headers, presented }, deps)
  return user.then((found) => admitOwner(found, token, { ...arrival, headers, presented }, deps))
}

/** Takes the first reading of what is presented that is the key of a token. Rejects with token_invalid. */
async function admitUncached(
  arrival: Arrival,
  headers: CallHeaders,
  readings: readonly PresentedToken[],
  first: MaybePromise<TokenFacts | undefined>,
  deps: RelayDeps,
): Promise<Caller> {
  const { callers } = deps.services
  for (const [index, presented] of readings.entries()) {
    const token = await (index === 0 ? first : callers.tokenByKey(presented.key))
    if (!token) continue
    if (index > 0) preferReading(readings, presented)
    return admitOwner(await callers.userById(token.userId), token, { ...arrival, headers, presented }, deps)
  }
  throw new ApiError('token_invalid')
}

/** Checks token and owner. What is thrown speaks the owner's language. */
function admitOwner(
  user: UserFacts | undefined,
  token: TokenFacts,
  tokenRequest: TokenRequest,
  deps: RelayDeps,
): Caller {
  const site = deps.services.options.values.ErrorLanguage
  const languageOf = () => replyLanguage(tokenRequest.headers.language, user?.language, site)
  try {
    checkToken(token, tokenRequest.presented.key, deps)
    return admitUser(user, token, tokenRequest, languageOf, deps)
  } catch (error) {
    if (error instanceof ApiError) error.language = languageOf()
    throw error
  }
}

/** Throws caller_banned. */
export function checkUser(user: UserFacts | undefined): asserts user is UserFacts {
  if (!user || user.status !== USER_STATUS.enabled) throw new ApiError('caller_banned')
}

function admitUser(
  user: UserFacts | undefined,
  token: TokenFacts,
  tokenRequest: TokenRequest,
  languageOf: () => Language,
  { services }: RelayDeps,
): Caller {
  const { request, headers, ip, presented, endpoint } = tokenRequest
  checkUser(user)
  if (token.ips && !token.ips.has(ip(request))) throw new ApiError('ip_not_allowed')
  if (endpoint !== undefined && token.endpoints) checkEndpointAllowed(token, endpoint)
  services.tokenUses.note(token.id, headers.client, () => ip(request))
  return {
    user,
    token,
    pinnedChannel: parsePinnedChannel(presented.channel, user),
    // Nearly no call asks for it.
    get language() {
      return languageOf()
    },
  }
}

/** Throws the error for the caller of a token that is not in use, which `key` names. */
export function checkToken(token: TokenFacts, key: string, deps: Pick<RelayDeps, 'markToken'>): void {
  if (token.status === TOKEN_STATUS.exhausted) throw new ApiError('token_exhausted', { key: maskedKey(key) })
  if (token.status === TOKEN_STATUS.expired) throw new ApiError('token_expired')
  if (token.status !== TOKEN_STATUS.enabled) throw new ApiError('token_disabled')
  if (token.expiredTime !== -1 && token.expiredTime * 1000 <= Date.now()) {
    deps.markToken(token.id, 'expired')
    throw new ApiError('token_expired')
  }
}

function parsePinnedChannel(text: string | undefined, user: UserFacts): number | undefined {
  if (text === undefined || text === '') return undefined
  if (user.role < ROLE.admin) throw new ApiError('pinning_not_allowed')
  const id = Number(text)
  if (!Number.isSafeInteger(id)) throw new ApiError('pinned_channel_invalid')
  return id
}

/**
 * Returns the groups whose channels may serve a token's call, in the order in which they are tried: the token's group
 * if its owner may still use it, else the user's; of `auto` all that the owner may use. Never empty.
 */
export function groupsOf(
  user: Pick<UserFacts, 'group'>,
  token: Pick<TokenFacts, 'group'> | undefined,
  values: Platform['options']['values'],
): readonly [string, ...string[]] {
  const group = token?.group || user.group
  if (group === AUTO_GROUP && isAutoGroup(group, values)) {
    const [first, ...others] = groupsOfAuto(user.group, values)
    if (first === undefined) throw new ApiError('token_group_disabled', { group })
    return [first, ...others]
  }
  if (group !== user.group && !Object.hasOwn(values.UserUsableGroups, group)) {
    throw new ApiError('token_group_disabled', { group })
  }
  if (!Object.hasOwn(values.GroupRatio, group)) throw new ApiError('group_deprecated', { group })
  return [group]
}

/** Returns the first group of a token's call that `serves`; the first of all where none does. */
export function groupServing(
  { user, token }: Pick<Caller, 'user' | 'token'>,
  values: Platform['options']['values'],
  serves: (group: string) => boolean,
): string {
  const groups = groupsOf(user, token, values)
  return groups.length === 1 ? groups[0] : (groups.find(serves) ?? groups[0])
}

/**
 * Refuses a call that this node cannot take now, or whose caller cannot pay while its body has yet to arrive. Throws or
 * rejects with the ApiError for the caller; undefined = it is admitted.
 */
export function admitCall(
  request: Pick<RelayRequest, 'isArriving'>,
  endpoint: RelayEndpoint,
  caller: Caller,
  trace: CallTrace | undefined,
  deps: RelayDeps,
): Promise<void> | undefined {
  requireRelaying(deps)
  if (!request.isArriving) return undefined
  const paying = requireBalance(caller, endpoint, deps)
  return paying instanceof Promise ? waitFor('lease', paying, trace) : undefined
}

/**
 * Refuses a caller that cannot pay for any call, before its body is read. Throws the ApiError for the caller; returns
 * synchronously when memory knows the balances.
 */
export function requireBalance(caller: Caller, endpoint: RelayEndpoint, deps: RelayDeps): MaybePromise<void> {
  const { user, token } = caller
  const limited = token && !token.unlimited ? token.id : undefined
  return andThen(deps.accounting.wallet.findEmpty(payersOf(user.id, limited)), (empty) => {
    if (!empty || offersFreeModel(caller, endpoint, deps)) return
    const code = empty.kind === 'token' ? 'insufficient_token_quota' : 'insufficient_user_quota'
    throw new ApiError(code, { need: quotaWords(1, deps.services.options.values) })
  })
}

/** Whether a caller may call a model that costs nothing. */
function offersFreeModel(
  { user, token }: Caller,
  { model: named, auth }: RelayEndpoint,
  { services, prices }: RelayDeps,
): boolean {
  const { values } = services.options
  // In the playground the body names a group.
  const groups = auth === 'session' ? Object.keys(values.GroupRatio) : groupsOf(user, token, values)
  const isFree = (model: string, group: string) => prices.quote(model, group, user.userRatio)?.free ?? false
  return groups.some((group) =>
    (named ? [named] : services.channels.models(group)).some((model) => isFree(model, group)),
  )
}
