import { join } from 'node:path'
import { answers, freePort, startProcess } from '../process.ts'
import { JSON_HEADERS, type Target, UPSTREAM_KEY } from '../target.ts'

/** The least that a relay can be on the same runtime. */
export async function startBare(upstreamPort: number): Promise<Target> {
  const port = freePort()
  const relay = await startProcess(process.execPath, [join(import.meta.dirname, '../bare-relay.ts')], {
    env: { PORT: String(port), UPSTREAM: String(upstreamPort), BUN_CONFIG_MAX_HTTP_REQUESTS: '65535' },
    ready: answers(`http://127.0.0.1:${port}/`),
  })
  return {
    name: 'bare Bun relay (fetch, nothing else)',
    port,
    headers: { ...JSON_HEADERS, authorization: `Bearer ${UPSTREAM_KEY}` },
    pid: relay.pid,
    stop: relay.stop,
  }
}
