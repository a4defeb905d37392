import { firstStartLink } from './accounts/first-start.ts'
import { readConfig } from './config.ts'
import { startJobsLater } from './jobs/start-later.ts'
import { DRAIN_GRACE_MS, listen } from './listen.ts'
import { collectIdleGarbage } from './memory/idle-gc.ts'
import { startHeartbeat } from './nodes/heartbeat.ts'
import { openServices } from './open.ts'
import { openApp } from './open-app.ts'
import { startMetricsExport } from './operations/metrics/export-metrics.ts'

/** How long billing may take for calls that were cut off. */
const BILLING_TIMEOUT_MS = 5000

// The built program is the command line as well, where there is no checkout to run it in.
if (process.argv[2]) await import('./command-line/main.ts')

/**
 * Starts the server: configuration, database, services, then listening. The only file that acts when it is loaded.
 */
const { config, services, close } = await open().catch(exitWithError)
const { host: hostname, port, maxBodyBytes } = config
const server = await startListening().catch(async (error) => {
  await close()
  return exitWithError(error)
})
const scheduler = startJobsLater(services)
const heartbeat = startHeartbeat(services)
const metricsExport = await startMetricsExport(services)
collectIdleGarbage()

async function open() {
  const config = readConfig(process.env)
  return { config, ...(await openServices(config)) }
}

async function startListening() {
  return listen(openApp(services), { hostname, port, maxBodyBytes, failed })
}

/** Prints a startup error for a person: the message first, without the stack. */
function exitWithError(error: unknown): never {
  console.error(`Switchyard cannot start. ${error}`)
  if (error instanceof Error && process.env.LOG_LEVEL === 'debug') console.error(error.stack)
  process.exit(1)
}

function failed(error: unknown) {
  services.log.error({ error: error instanceof Error ? error.stack : String(error) }, 'a connection failed')
}

/**
 * Waits until calls that were cut off are billed for what they delivered, which takes some turns of the event loop.
 */
async function untilBilled() {
  for (const end = Date.now() + BILLING_TIMEOUT_MS; services.calls.active > 0 && Date.now() < end; ) await Bun.sleep(5)
}

let stopping = false
async function stop(delaySeconds: number) {
  if (stopping) return
  stopping = true
  services.calls.stopping = true
  await Bun.sleep(delaySeconds * 1000)
  const drained = server.stop()
  await Promise.race([drained, Bun.sleep(DRAIN_GRACE_MS)])
  services.calls.draining = true
  await Promise.race([drained, Bun.sleep(config.drainSeconds * 1000)])
  await server.stop(true)
  await untilBilled()
  await scheduler.stop()
  await heartbeat.stop()
  await metricsExport.stop()
  await close().catch((error) => {
    console.error(`Switchyard stopped before all charges were settled; the next start settles them. ${error}`)
    process.exit(1)
  })
  process.exit(0)
}
process.on('SIGTERM', () => stop(config.shutdownDelaySeconds))
process.on('SIGINT', () => stop(0))
console.log(`Switchyard ${config.version} listens on ${server.url}`)
const link = await firstStartLink(services)
if (link) {
  console.log(
    `Set the password of root with this link, which works once, at the address of this server:\n\n  ${link}\n`,
  )
}
