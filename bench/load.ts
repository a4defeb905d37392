import { connect } from './http-client.ts'
import { type Latency, latencyOf } from './statistics.ts'

/** What to send; comes in on the standard input as JSON. */
export interface LoadJob {
  port: number
  headers: Record<string, string>
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

/** Sends one request over and over on a fixed number of connections, for a fixed time. */
export async function runLoad(job: LoadJob): Promise<LoadResult> {
  const request = requestBytes(job)
  const totals: number[] = []
  const firstBytes: number[] = []
  const failures: string[] = []
  const start = performance.now()
  const end = start + job.seconds * 1000

  async function work(index: number): Promise<void> {
    const connection = await connect(job.port)
    const period = job.rate ? (job.connections / job.rate) * 1000 : 0
    let due = start + (period * index) / job.connections
    while (performance.now() < end && failures.length < 5) {
      if (period > 0) await Bun.sleep(Math.max(0, due - performance.now()))
      due += period
      try {
        const exchange = await connection.call(request)
        if (exchange.status !== 200 || !exchange.body.includes(job.expect)) {
          failures.push(`${exchange.status} ${exchange.body.slice(0, 300)}`)
        }
        totals.push(exchange.totalMs)
        firstBytes.push(exchange.firstByteMs)
      } catch (error) {
        failures.push(String(error))
      }
    }
    connection.close()
  }

  await Promise.all(Array.from({ length: job.connections }, (_, index) => work(index)))
  return {
    calls: totals.length,
    seconds: (performance.now() - start) / 1000,
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
