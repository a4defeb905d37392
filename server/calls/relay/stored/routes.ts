import type { Hono } from 'hono'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { Context, Env } from '../../../platform/http/context.ts'
import type { StreamBody } from '../../../wire/http1/shared/response.ts'
import { requireRelaying } from '../../readiness.ts'
import { admitToken, type Caller } from '../admit/admit.ts'
import { countInLimits } from '../admit/count-in-limits.ts'
import { errorResponse } from '../answer/error-response.ts'
import type { RelayDeps } from '../deps/deps.ts'
import { toRelayRequest, toResponse } from '../fetch-adapter.ts'
import { callIdOf } from '../read/restore-history.ts'
import { cancelOwn, deleteOwn, type OwnResponse, readOwn, readOwnInput, streamOwn } from './own-response.ts'
import { askVendor } from './vendor-response.ts'

/** What is asked about a stored response. */
export interface StoredCall {
  id: string
  /** What comes after the id in the path. */
  below: '' | '/input_items' | '/cancel'
  method: 'GET' | 'DELETE' | 'POST'
  query: URLSearchParams
  caller: Caller
}

const PATH = '/v1/responses/:id'
const STREAM_HEADERS = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' }

/**
 * Routes about responses that are kept, here or at their vendor, for the token that made them:
 * https://platform.openai.com/docs/api-reference/responses
 */
export function storedResponseRoutes(app: Hono<Env>, deps: RelayDeps): void {
  const route = (method: StoredCall['method'], below: StoredCall['below']) => (c: Context) =>
    answer(c, method, below, deps)
  app.get(PATH, route('GET', ''))
  app.delete(PATH, route('DELETE', ''))
  app.get(`${PATH}/input_items`, route('GET', '/input_items'))
  app.post(`${PATH}/cancel`, route('POST', '/cancel'))
}

async function answer(
  c: Context,
  method: StoredCall['method'],
  below: StoredCall['below'],
  deps: RelayDeps,
): Promise<Response> {
  const { requestId, origin } = c.var
  try {
    requireRelaying(deps)
    const request = toRelayRequest(c.req.raw, c.env)
    const caller = await admitToken({ request, ip: () => origin.ip, endpoint: 'responses' }, deps)
    c.set('language', caller.language)
    const query = new URL(c.req.url).searchParams
    const call: StoredCall = { id: c.req.param('id') ?? '', below, method, query, caller }
    const answered = await answerCall(call, deps)
    if (!('run' in answered)) return c.json(answered)
    return toResponse({ status: 200, headers: { ...STREAM_HEADERS }, body: answered as StreamBody })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return toResponse(errorResponse(error, c.var.language, requestId, 'responses'))
  }
}

async function answerCall(call: StoredCall, deps: RelayDeps): Promise<object> {
  const { id, caller } = call
  const owner = { user: caller.user.id, token: caller.token?.id ?? 0 }
  const own = callIdOf(id)
  const place = own === undefined ? await deps.services.responsePlaces.find(id, owner) : undefined
  const isKnown = own !== undefined || (place !== undefined && place !== 'foreign')
  if (!isKnown) throw new ApiError('response_not_found', { id })
  const model = place === undefined || place === 'foreign' ? '' : place.model
  // Free, and counted as a call, so that nobody asks vendors without end.
  const { admission } = await countInLimits({ ...caller, model }, () => 0, deps.services)
  try {
    if (place !== undefined && place !== 'foreign') return await askVendor(call, place, deps)
    return await answerOwn({ id, call: own ?? '', owner }, call, deps)
  } finally {
    admission.end(0)
  }
}

function answerOwn(own: OwnResponse, { method, below, query }: StoredCall, deps: RelayDeps): Promise<object> {
  if (method === 'POST') return cancelOwn(own, deps)
  if (method === 'DELETE') return deleteOwn(own, deps)
  if (below === '/input_items') return readOwnInput(own, query, deps)
  return query.get('stream') === 'true' ? streamOwn(own, query, deps) : readOwn(own, deps)
}
