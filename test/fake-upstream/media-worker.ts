/**
 * A worker of this API family, which downloads in the place of a gateway: a POST of `{url, key}` is answered with what is
 * at the address, and with 403 for a wrong key.
 */
export interface FakeMediaWorker {
  url: string
  /** What it was asked for, oldest first. */
  asked: { url: string; key: string }[]
  stop(): Promise<void>
}

/** Starts a worker that has `pages` by their address; anything else is not there. */
export function startFakeMediaWorker(key: string, pages: Readonly<Record<string, () => Response>>): FakeMediaWorker {
  const asked: FakeMediaWorker['asked'] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    async fetch(request) {
      const wanted = request.method === 'POST' ? ((await request.json()) as { url: string; key: string }) : undefined
      if (!wanted) return new Response('', { status: 405 })
      asked.push(wanted)
      if (wanted.key !== key) return new Response('Invalid key', { status: 403 })
      return pages[wanted.url]?.() ?? new Response('', { status: 404 })
    },
  })
  return { url: `http://127.0.0.1:${server.port}/`, asked, stop: () => server.stop(true) }
}
