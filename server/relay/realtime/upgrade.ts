import type { Hono } from 'hono'
import { REALTIME } from '../../endpoints/endpoints.ts'
import { Failure } from '../../errors/api-error.ts'
import { arrivalOf } from '../../http/client-ip.ts'
import type { Context, Env } from '../../http/context.ts'
import { REQUEST_ID_HEADER } from '../../http/conventions.ts'
import { responseOf } from '../by-fetch.ts'
import type { RelayDeps } from '../deps.ts'
import { admitToken } from '../entry/admit.ts'
import { errorReply } from '../error-reply.ts'
import { noteFailure } from '../relay-handler.ts'
import type { Manner } from './connect.ts'
import { type Applicant, openSession } from './open-session.ts'

const PROTOCOL = 'realtime'
const BETA_PROTOCOL = 'openai-beta.realtime-v1'

/** Sessions over WebSockets. Whoever is refused gets an answer in plain HTTP; the rest is said inside of the session. */
export function realtimeRoutes(app: Hono<Env>, deps: RelayDeps): void {
  app.get(REALTIME.upstreamPath, async (c) => {
    let caller: Applicant['caller'] | undefined
    deps.calls.active += 1
    try {
      const admit = admission(c, deps)
      caller = await admit()
      if (c.req.header('upgrade')?.toLowerCase() !== 'websocket' || !c.env?.toSocket)
        throw new Failure('upgrade_required')
      return await begin(c, { caller, admit, ...wanted(c) }, deps)
    } catch (error) {
      noteFailure(error, caller, c.var.requestId, deps)
      return responseOf(errorReply(error, c.var.language, c.var.requestId))
    } finally {
      deps.calls.active -= 1
    }
  })
}

/** The caller's connection becomes a socket when an upstream has agreed, and not before. */
async function begin(c: Context, applicant: Applicant, deps: RelayDeps): Promise<Response> {
  const session = await openSession(applicant, deps)
  // Without a word about it the runtime would agree to the first that was offered, which may be the token.
  const protocol = applicant.manner.subprotocol ? PROTOCOL : ''
  const headers = { [REQUEST_ID_HEADER]: applicant.id, 'sec-websocket-protocol': protocol }
  if (!c.env.toSocket?.(c.req.raw, session, headers)) {
    session.abandon()
    throw new Failure('upgrade_required')
  }
  // The runtime has answered: this goes nowhere.
  return new Response(null)
}

/** Finds the caller, now and later, when the request itself is gone. */
function admission(c: Context, deps: RelayDeps): Applicant['admit'] {
  const headers = Object.fromEntries(c.req.raw.headers)
  const { peer, secure } = arrivalOf(c.req.raw, c.env)
  const arrival = { peer, secure, url: c.req.url, header: (name: string) => headers[name] }
  const { ip } = c.var.origin
  const { language } = c.var
  return () => admitToken(arrival, () => ip, language, deps)
}

function wanted(c: Context): Omit<Applicant, 'caller' | 'admit'> {
  return { manner: mannerOf(c), url: new URL(c.req.url), id: c.var.requestId, hangUp: c.req.raw.signal }
}

function mannerOf(c: Context): Manner {
  const protocols = (c.req.header('sec-websocket-protocol') ?? '').split(',').map((protocol) => protocol.trim())
  const beta = protocols.includes(BETA_PROTOCOL) || /\brealtime=v1\b/.test(c.req.header('openai-beta') ?? '')
  return { subprotocol: protocols.includes(PROTOCOL), beta }
}
