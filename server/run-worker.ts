import { startHeartbeat } from './cluster/nodes/heartbeat.ts'
import { openLinkToPrimary } from './cluster/workers/link-to-primary.ts'
import { closeAndExit, drain } from './drain.ts'
import { startMetricsExport } from './insight/operations/metrics/export-metrics.ts'
import { ownMetrics } from './insight/operations/metrics/metrics.ts'
import { listenForCallers } from './listen.ts'
import { openServices } from './open.ts'
import { openRelayHandler } from './open-app.ts'
import type { Config, WorkerPorts } from './platform/config.ts'
import { collectIdleGarbage } from './platform/memory/idle-gc.ts'
import { reportTo } from './report.ts'

/**
 * Runs a further process of a server: it relays calls on the server's port, and passes everything else on to the primary
 * process. Ends when that says so, or is gone. Rejects when it cannot start.
 */
export async function runWorker(config: Config, { port, webPort }: WorkerPorts): Promise<void> {
  const primary = openLinkToPrimary()
  const { services, close } = await openServices(config, primary.shared)
  const { host: hostname, maxBodyBytes } = config
  const options = { hostname, port, isShared: true, maxBodyBytes, failed: reportTo(services) }
  const web = { port: webPort, peers: primary.peers, beginStop() {}, stop: async () => {} }
  const server = listenForCallers(openRelayHandler(services), options, web)
  const heartbeat = startHeartbeat(services)
  const metricsExport = await startMetricsExport(services)
  collectIdleGarbage()

  async function stop() {
    await drain(server, services)
    await heartbeat.stop()
    await metricsExport.stop()
    await closeAndExit(close)
  }
  // A terminal and a service manager signal all processes; only the primary one decides.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {})
  const { spreadConnections } = server
  primary.listening({ stop: () => void stop(), metrics: () => ownMetrics(services), spreadConnections })
}
