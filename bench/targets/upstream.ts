import { join } from 'node:path'
import { answers, freePort, startProcess } from '../process.ts'
import { JSON_HEADERS, type Target, UPSTREAM_KEY } from '../target.ts'

/** The fake upstream in a separate process: behind every gateway, and the yardstick when called straight. */
export async function startUpstream(): Promise<Target> {
  const port = freePort()
  const main = join(import.meta.dirname, '../../test/fake-upstream/main.ts')
  const upstream = await startProcess(process.execPath, [main, '--port', String(port)], {
    ready: answers(`http://127.0.0.1:${port}/`),
  })
  return {
    name: 'straight to the upstream',
    port,
    headers: { ...JSON_HEADERS, authorization: `Bearer ${UPSTREAM_KEY}` },
    pid: undefined,
    stop: upstream.stop,
  }
}
