import type { RelayEndpoint } from '../../../formats/endpoints/endpoints.ts'
import type { MaybePromise } from '../../../platform/async/and-then.ts'
import { inSlices } from '../../../platform/async/in-slices.ts'
import { SLICED_BYTES, type Steps } from '../../../platform/async/steps.ts'
import type { Caller } from '../admit/admit.ts'
import type { ReadRequest } from '../admit/call-headers.ts'
import type { RelayDeps } from '../deps/deps.ts'
import { searchForeignState } from './foreign-state.ts'
import { checkGrownBody, type RequestFacts, readBody, readCall, readLargeCall } from './read-call.ts'
import { readForm } from './read-form.ts'
import { restoreHistory } from './restore-history.ts'
import { hasSensitiveWordInSteps } from './sensitive.ts'

/** Reads the body of a request, and what it asks for. Throws an ApiError that says what is wrong with it. */
export function readRequest(
  request: ReadRequest,
  endpoint: RelayEndpoint,
  userId: number,
  deps: Pick<RelayDeps, 'bodyMemory' | 'services'>,
): MaybePromise<RequestFacts> {
  const body = readBody(request, userId, deps)
  return body instanceof Promise
    ? body.then((bytes) => readAnyFacts(request, bytes, endpoint, deps))
    : readAnyFacts(request, body, endpoint, deps)
}

/** Reads and checks a request. Throws an ApiError that says what is wrong with it. */
function readFacts(
  request: ReadRequest,
  body: Buffer,
  endpoint: RelayEndpoint,
  { services }: Pick<RelayDeps, 'services'>,
): RequestFacts {
  if (endpoint.form) return readForm(body, request.headers.contentType ?? '', endpoint)
  return readCall(body, endpoint, services.estimates.ratios)
}

/** As `readFacts`, for bodies of any size. */
export function readAnyFacts(
  request: ReadRequest,
  body: Buffer,
  endpoint: RelayEndpoint,
  deps: Pick<RelayDeps, 'services'>,
): MaybePromise<RequestFacts> {
  if (body.length <= SLICED_BYTES || endpoint.form) return readFacts(request, body, endpoint, deps)
  return inSlices(readLargeCall(body, endpoint, deps.services.estimates.ratios))
}

/**
 * Completes what a request says: a Responses call gets everything that it refers to and that is stored here, and a large
 * body is searched for sensitive words and for state of other vendors. undefined = nothing is to be done.
 */
export function completeFacts(
  own: RequestFacts,
  request: ReadRequest,
  endpoint: RelayEndpoint,
  caller: Caller,
  deps: RelayDeps,
): Promise<RequestFacts> | undefined {
  const restoring = endpoint.format === 'responses' ? restoredFacts(own, request, endpoint, caller, deps) : undefined
  const search = (facts: RequestFacts) =>
    facts.body.bytes.length > SLICED_BYTES && !endpoint.form
      ? inSlices(searchBody(facts, deps.services.options))
      : undefined
  return restoring ? restoring.then((facts) => search(facts) ?? facts) : search(own)
}

function* searchBody(facts: RequestFacts, options: RelayDeps['services']['options']): Steps<RequestFacts> {
  const saysWord = yield* hasSensitiveWordInSteps(facts.body, options)
  return { ...facts, saysWord, body: yield* searchForeignState(facts.body) }
}

/** Returns the facts of a Responses call with everything inserted that it refers to; undefined = nothing is stored. */
function restoredFacts(
  ownFacts: RequestFacts,
  request: ReadRequest,
  endpoint: RelayEndpoint,
  caller: Caller,
  deps: RelayDeps,
): Promise<RequestFacts> | undefined {
  const owner = { user: caller.user.id, token: caller.token?.id ?? 0 }
  const whole = restoreHistory(ownFacts.body, owner, deps.services)
  return whole?.then((body) => {
    const grown = checkGrownBody(body, ownFacts.body.bytes.length, request, owner.user, deps)
    return readAnyFacts(request, grown, endpoint, deps)
  })
}
