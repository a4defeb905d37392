import { type RawClient, rawClient } from './raw-client.ts'

/** A load balancer on loopback in front of nodes that come and go. */
export interface Balancer {
  url: string
  /** The nodes that are ready now. */
  readonly ready: string[]
  /** Why calls failed on their way to a node, in the order in which they did. */
  readonly failures: string[]
  stop(): Promise<void>
}

const PROBE_MS = 100

/**
 * Starts a balancer that sends each call to the next ready node, on a kept connection if there is one. It asks
 * `/health/ready` as operators' balancers do, and never tries a call again: whatever a node loses is seen.
 */
export function startBalancer(nodes: readonly string[]): Balancer {
  const ready = new Set<string>()
  const idle = new Map<string, RawClient[]>(nodes.map((node) => [node, []]))
  const failures: string[] = []
  const answers = new Map<string, string>()
  let turn = 0
  let isStopped = false

  /** Asks a node again and again. Only an answer, or a refused connection, changes anything: a slow machine does not. */
  async function probe(node: string): Promise<void> {
    for (; !isStopped; await Bun.sleep(PROBE_MS)) {
      const answer = await fetch(`${node}/health/ready`, { keepalive: false }).then(
        async (response) => (response.ok ? 'ready' : await response.text()),
        String,
      )
      if (answer === 'ready') ready.add(node)
      else ready.delete(node)
      answers.set(node, answer)
    }
  }
  for (const node of nodes) void probe(node)

  async function connectionTo(node: string): Promise<RawClient> {
    for (let kept = idle.get(node)?.pop(); kept; kept = idle.get(node)?.pop()) if (!kept.closed) return kept
    return rawClient(node)
  }

  async function forward(request: Request): Promise<Response> {
    const choice = [...ready]
    const node = choice[turn++ % choice.length]
    if (!node) return failed(`no node is ready: ${JSON.stringify([...answers])}`)
    const body = Buffer.from(await request.arrayBuffer())
    try {
      const connection = await connectionTo(node)
      connection.send(Buffer.concat([Buffer.from(headOf(request, body.length)), body]))
      const reply = await connection.reply()
      if (reply.headers.connection === 'close') connection.hangUp()
      else idle.get(node)?.push(connection)
      const { 'transfer-encoding': _, 'content-length': __, connection: ___, ...headers } = reply.headers
      return new Response(Buffer.from(reply.body, 'latin1'), { status: reply.status, headers })
    } catch (error) {
      return failed(`${node}: ${error}`)
    }
  }
  function failed(why: string): Response {
    failures.push(why)
    return new Response(why, { status: 502 })
  }

  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, idleTimeout: 0, fetch: forward })
  return {
    url: `http://127.0.0.1:${server.port}`,
    failures,
    get ready() {
      return [...ready]
    },
    async stop() {
      isStopped = true
      for (const connections of idle.values()) for (const connection of connections) connection.hangUp()
      await server.stop(true)
    },
  }
}

function headOf(request: Request, length: number): string {
  const { host, pathname, search } = new URL(request.url)
  const lines = [`${request.method} ${pathname}${search} HTTP/1.1`, `host: ${host}`, `content-length: ${length}`]
  for (const name of ['authorization', 'content-type']) lines.push(`${name}: ${request.headers.get(name) ?? ''}`)
  return `${lines.join('\r\n')}\r\n\r\n`
}
