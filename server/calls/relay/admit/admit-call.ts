import type { RelayEndpoint } from '../../../formats/endpoints/endpoints.ts'
import { payersOf } from '../../../money/accounting/wallet.ts'
import { quotaWords } from '../../../money/receipts/quota-text.ts'
import { andThen, type MaybePromise } from '../../../platform/async/and-then.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { CallTrace } from '../../../platform/telemetry/telemetry.ts'
import { waitFor } from '../../../platform/telemetry/wait-for.ts'
import type { RelayRequest } from '../../../wire/http1/shared/request.ts'
import { requireRelaying } from '../../readiness.ts'
import type { RelayDeps } from '../deps/deps.ts'
import { type Caller, groupsOf } from './admit.ts'

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
