import type { Calls } from './calls/calls.ts'
import { startJobsLater } from './cluster/jobs/start-later.ts'
import { startHeartbeat } from './cluster/nodes/heartbeat.ts'
import { openWorkers, type Workers } from './cluster/workers/primary.ts'
import { closeAndExit, drain } from './drain.ts'
import { startMetricsExport } from './insight/operations/metrics/export-metrics.ts'
import { checkPort, listenForCallers, openWebServer } from './listen.ts'
import type { Money } from './money/money.ts'
import { openServices } from './open.ts'
import { openApp } from './open-app.ts'
import { firstStartLink } from './people/accounts/first-start.ts'
import type { Config } from './platform/config.ts'
import { collectIdleGarbage } from './platform/memory/idle-gc.ts'
import type { Platform } from './platform/platform.ts'
import { reportTo } from './report.ts'

/** The longest that a stopping server needs beside the waits that are configured: to bill, to settle, to close. */
const CLOSING_MS = 60_000

/**
 * Runs the server until it is stopped: services, then listening, then the further processes if it has any. Rejects when
 * it cannot start.
 */
export async function runServer(config: Config): Promise<void> {
  const { workers: first, maxWorkers: most } = config
  const workers = most > 1 ? openWorkers({ first, most }, console.error) : undefined
  const { services, ending, close } = await openServices(config, workers?.shared)
  const server = await startListening(services, workers).catch(async (error) => {
    await close()
    throw error
  })
  const scheduler = startJobsLater(services)
  const heartbeat = startHeartbeat(services)
  const metricsExport = await startMetricsExport(services)
  collectIdleGarbage()

  let stopping = false
  async function stop(delaySeconds: number) {
    if (stopping) return
    stopping = true
    // Before the port is free: who starts the next server may wait for that.
    ending((delaySeconds + config.drainSeconds) * 1000 + CLOSING_MS)
    services.calls.stopping = true
    await Bun.sleep(delaySeconds * 1000)
    await Promise.all([drain(server, services), workers?.stop()])
    await scheduler.stop()
    await heartbeat.stop()
    await metricsExport.stop()
    await closeAndExit(close)
  }
  process.on('SIGTERM', () => stop(config.shutdownDelaySeconds))
  process.on('SIGINT', () => stop(0))
  await announce(services, server.url)
}

/** Listens, in all processes of the server. */
async function startListening(services: Platform & Money & Calls, workers: Workers | undefined) {
  const { host: hostname, port, maxBodyBytes } = services.config
  const failed = reportTo(services)
  if (workers && port > 0) checkPort({ hostname, port })
  const app = openApp(services)
  const web = openWebServer(app, { maxBodyBytes, failed })
  const options = { hostname, port, isShared: workers !== undefined, maxBodyBytes, failed }
  const server = listenForCallers(app.relayHandler, options, web)
  const { spreadConnections } = server
  await workers?.start({ port: server.port, webPort: web.port }, { peers: web.peers, spreadConnections })
  return server
}

async function announce(services: Platform & Money & Calls, url: string) {
  const { version, workers } = services.config
  console.log(`Switchyard ${version} listens on ${url}${workers > 1 ? ` with ${workers} processes` : ''}`)
  const link = await firstStartLink(services)
  if (!link) return
  console.log(
    `Set the password of root with this link, which works once, at the address of this server:\n\n  ${link}\n`,
  )
}
