import { routePath } from 'hono/route'
import type { Context } from '../../platform/http/context.ts'
import type { CalledEndpoint, CallTrace } from '../../platform/telemetry/telemetry.ts'
import type { RelayDeps } from './deps/deps.ts'

const FAILED = 400

/** Answers a request with a span around it, where telemetry is configured. */
export async function tracedRoute(
  c: Context,
  endpoint: CalledEndpoint,
  deps: RelayDeps,
  answer: (trace: CallTrace | undefined) => Promise<Response>,
): Promise<Response> {
  const { telemetry } = deps.services
  if (!telemetry) return answer(undefined)
  const header = (name: string) => c.req.header(name)
  const trace = telemetry.startCall({ id: c.var.requestId, url: c.req.url, header, endpoint, route: routePath(c) })
  const response = await answer(trace)
  const { status } = response
  trace.end(status, status >= FAILED ? String(status) : undefined)
  return response
}
