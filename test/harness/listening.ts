import { listen as listenForCallers } from '#server/listen.ts'
import type { TestServer } from './server.ts'

/** Something that answers on a port of its own. */
export interface Listening {
  /** Base URL without a trailing slash. */
  url: string
  /** At once, or when all requests have been answered. */
  stop(force?: boolean): Promise<void>
}

/** Serves a handler (an app's `fetch`, or an upstream made for one test) on a random port. */
export function listen(
  handler: (request: Request, server: Bun.Server<undefined>) => Response | Promise<Response>,
): Listening {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', idleTimeout: 0, fetch: handler })
  return { url: `http://127.0.0.1:${server.port}`, stop: (force = true) => server.stop(force) }
}

/** Serves a server's app as the product does, on a random port. What fails without reaching a caller fails `stop`. */
export function serveApp({ app, services }: Pick<TestServer, 'app' | 'services'>, hostname = '127.0.0.1'): Listening {
  const failures: unknown[] = []
  const { maxBodyBytes } = services.config
  const server = listenForCallers(app, { hostname, port: 0, maxBodyBytes, failed: (error) => failures.push(error) })
  return {
    url: server.url,
    async stop(force = true) {
      await server.stop(force)
      if (failures.length > 0) throw new AggregateError(failures, 'connections failed')
    },
  }
}

/** The two ways of a relayed call: straight off its socket, and through the runtime's web server. */
export const WAYS = [
  { way: 'the fast path', serve: (server: TestServer) => serveApp(server) },
  { way: 'the web server', serve: ({ app }: TestServer) => listen(app.fetch) },
] as const
