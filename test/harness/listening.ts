/** Something that answers on a loopback port of its own. */
export interface Listening {
  /** Base URL without a trailing slash. */
  url: string
  stop(): Promise<void>
}

/** Serves a handler (an app's `fetch`, or an upstream made for one test) on a random port. */
export function listen(
  handler: (request: Request, server: Bun.Server<undefined>) => Response | Promise<Response>,
): Listening {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', idleTimeout: 0, fetch: handler })
  return { url: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) }
}
