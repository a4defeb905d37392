import type { Hono } from 'hono'
import type { Endpoint, Parsed, Reply } from '#contract/api/endpoint.ts'
import { idParams } from '#contract/api/fields.ts'
import type { Calls } from '../../calls/calls.ts'
import type { UserFacts } from '../../calls/registry/callers.ts'
import type { Money } from '../../money/money.ts'
import type { Author } from '../../platform/audits/write.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Context, Env } from '../../platform/http/context.ts'
import { asItems, fromPageOne, wantsItems } from '../../platform/http/list-style.ts'
import { readInput } from '../../platform/http/read-input.ts'
import { type Beside, type Page, paymentBody, paymentErrorBody, successBody } from '../../platform/http/reply.ts'
import type { Platform } from '../../platform/platform.ts'
import { readingFor } from '../../platform/store/reads/reader.ts'
import { requireProof } from './proof.ts'
import { admit, type Identity, identify } from './session.ts'

/** A call of a public endpoint: the parsed input and its origin. */
export type PublicCall<E> = Parsed<E> & {
  context: Context
  services: Platform & Money & Calls
  identity: Identity | undefined
}
/** A call of a user whose role suffices. */
export type Call<E> = PublicCall<E> & { actor: UserFacts; by: Author }

type BesideReply<E> = Beside<Reply<E>> | Beside<Page<Reply<E>>>
// biome-ignore lint/suspicious/noConfusingVoidType: a handler whose reply has no data needs no return
type Result<E> = Reply<E> | Page<Reply<E>> | BesideReply<E> | Response | (undefined extends Reply<E> ? void : never)
type Handler<C, E> = (call: C) => Promise<Result<E>> | Result<E>

/** Registers the endpoints of a resource. */
export interface Routes {
  /** Registers a public endpoint. */
  open<E extends Endpoint>(endpoint: E, handler: Handler<PublicCall<E>, E>): void
  /** Registers an endpoint for callers that the access check admits. */
  guarded<E extends Endpoint>(endpoint: E, handler: Handler<Call<E>, E>): void
}

/** Mounts the endpoints of all resources on the app. A path with parameters never hides a fixed one. */
export function mountEndpoints(
  app: Hono<Env>,
  services: Platform & Calls,
  resources: readonly ((routes: Routes) => void)[],
): Endpoint[] {
  const bound: { endpoint: Endpoint; answer: (c: Context) => Promise<Response> }[] = []
  const bind = (endpoint: Endpoint, handler: (call: never) => unknown) =>
    bound.push({ endpoint, answer: (c) => answer(c, services, endpoint, handler as (call: unknown) => unknown) })
  for (const resource of resources) resource({ open: bind, guarded: bind })
  bound.sort((a, b) => Number(a.endpoint.path.includes(':')) - Number(b.endpoint.path.includes(':')))
  for (const { endpoint, answer } of bound)
    app.on(endpoint.method, endpoint.path, (c, next) => (hasWordAsId(endpoint, c) ? next() : answer(c)))
  return bound.map(({ endpoint }) => endpoint)
}

/** Whether a path has a word where an id belongs: `/api/user/anything` is an unknown path, not a user. */
const hasWordAsId = ({ params }: Endpoint, c: Context) =>
  params === idParams && /^[a-z_]/i.test(c.req.param('id') ?? '')

async function answer(c: Context, services: Platform & Calls, endpoint: Endpoint, handler: (call: unknown) => unknown) {
  const identity = await identify(c, services)
  const { ip } = c.var.origin
  if (endpoint.limit === 'gateway') await services.limits.callback(ip)
  else if (endpoint.limit !== 'none') await services.limits.call(identity ? { userId: identity.user.id } : { ip })
  const isOpen = endpoint.access === 'public'
  const actor = isOpen ? undefined : admit(c, identity, endpoint.access, endpoint)
  if (actor && identity && endpoint.proof) requireProof(identity)
  const by = actor && authorOf(actor, c)
  try {
    const items = wantsItems(endpoint, c, services.options.values.ListItemsEnabled)
    const input = await readInput(endpoint, c, items ? fromPageOne : undefined)
    const reader = { name: identity ? `user ${identity.user.id}` : `address ${ip}`, signal: c.req.raw.signal }
    const told = await readingFor(reader, () => handler({ ...input, context: c, services, identity, actor, by }))
    await services.bus.applied()
    const result = items ? asItems(told, input.query) : told
    if (result instanceof Response) return result
    return c.json(endpoint.wire === 'payment' ? paymentBody(result) : successBody(result))
  } catch (error) {
    if (endpoint.wire === 'payment' && error instanceof ApiError) return c.json(paymentErrorBody(error, c.var.language))
    throw error
  }
}

function authorOf(actor: UserFacts, { var: { origin, requestId } }: Context): Author {
  return { userId: actor.id, username: actor.username, ip: origin.ip, requestId }
}
