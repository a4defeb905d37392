import { type Connection, connect, type Exchange } from './http-client.ts'
import { type Latency, latencyOf } from './statistics.ts'

/** What to send; comes in on the standard input as JSON. */
export interface LoadJob {
  port: number
  headers: Record<string, string>
  /** Keys that take turns instead of the one in the headers. */
  keys?: readonly string[] | undefined
  body: string
  connections: number
  seconds: number
  /** Calls per second over all connections; without it every connection calls again at once. */
  rate?: number
  /** Text that every answer must hold. */
  expect: string
}

/** What came back; goes out on the standard output as JSON. */
export interface LoadResult {
  calls: number
  seconds: number
  total: Latency
  firstByte: Latency
  /** The first answers that were not what they should be. */
  failures: string[]
}

/**
 * Sends one request over and over on a fixed number of connections, for a fixed time. The first call of each opens the
 * connection and counts as a call, but its time does not: no caller opens a connection for each of its calls.
 */
export async function runLoad(job: LoadJob): Promise<LoadResult> {
  const { keys = [] } = job
  const single = requestBytes(job)
  let turn = 0
  const nextRequest = () => {
    const key = keys[turn++ % Math.max(1, keys.length)]
    return key === undefined
      ? single
      : requestBytes({ ...job, headers: { ...job.headers, authorization: `Bearer sk-${key}` } })
  }
  const totals: number[] = []
  const firstBytes: number[] = []
  const failures: string[] = []
  let calls = 0

  async function ask(connection: Connection): Promise<Exchange | undefined> {
    calls++
    try {
      const exchange = await connection.call(nextRequest())
      if (exchange.status === 200 && exchange.body.includes(job.expect)) return exchange
      failures.push(`${exchange.status} ${exchange.body.slice(0, 300)}`)
    } catch (error) {
      failures.push(String(error))
    }
  }

  async function work(connection: Connection, index: number, start: number): Promise<void> {
    const end = start + job.seconds * 1000
    const period = job.rate ? (job.connections / job.rate) * 1000 : 0
    let due = start + (period * index) / job.connections
    while (performance.now() < end && failures.length < 5) {
      if (period > 0) await Bun.sleep(Math.max(0, due - performance.now()))
      due += period
      const exchange = await ask(connection)
      if (!exchange) continue
      totals.push(exchange.totalMs)
      firstBytes.push(exchange.firstByteMs)
    }
  }

  const begin = performance.now()
  const connections = await Promise.all(Array.from({ length: job.connections }, () => connect(job.port)))
  await Promise.all(connections.map(ask))
  const start = performance.now()
  await Promise.all(connections.map((connection, index) => work(connection, index, start)))
  for (const connection of connections) connection.close()
  return {
    calls,
    seconds: (performance.now() - begin) / 1000,
    total: latencyOf(totals),
    firstByte: latencyOf(firstBytes),
    failures,
  }
}

function requestBytes({ port, headers, body }: LoadJob): Uint8Array {
  const bytes = new TextEncoder().encode(body)
  const fields = Object.entries({ host: `127.0.0.1:${port}`, ...headers, 'content-length': bytes.length })
  const head = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return Buffer.concat([Buffer.from(`POST /v1/chat/completions HTTP/1.1\r\n${head}\r\n`), bytes])
}

if (import.meta.main) console.log(JSON.stringify(await runLoad(await Bun.stdin.json())))
