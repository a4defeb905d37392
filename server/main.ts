import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { jobs } from './jobs/all.ts'
import { startJobs } from './jobs/scheduler.ts'
import { FAREWELL_MS, listen } from './listen.ts'
import { collectSpareMemory } from './memory/idle-gc.ts'
import { openServices } from './open.ts'

/** How long calls may take to bill what they delivered before they were cut off. */
const BILLED_MS = 5000

/** Starts the server: configuration, database, services, then listening. The only file that acts when it is loaded. */
const { config, services, close } = await open().catch(refuse)
const { host: hostname, port, maxBodyBytes } = config
const server = await begin().catch(async (error) => {
  await close()
  return refuse(error)
})
const scheduler = await startJobs(services, jobs)
collectSpareMemory()

async function open() {
  const config = readConfig(process.env)
  return { config, ...(await openServices(config)) }
}

async function begin() {
  return listen(createApp(services), { hostname, port, maxBodyBytes, failed })
}

/** What keeps a server from starting is told to a person: the message first, not the place in the program. */
function refuse(error: unknown): never {
  console.error(`Switchyard cannot start. ${error}`)
  if (error instanceof Error && process.env.LOG_LEVEL === 'debug') console.error(error.stack)
  process.exit(1)
}

function failed(error: unknown) {
  services.log.error({ error: error instanceof Error ? error.stack : String(error) }, 'a connection failed')
}

/** Calls that were cut off are billed for what they delivered, which takes them some turns of the event loop. */
async function billed() {
  for (const end = Date.now() + BILLED_MS; services.calls.active > 0 && Date.now() < end; ) await Bun.sleep(5)
}

let stopping = false
async function stop(delaySeconds: number) {
  if (stopping) return
  stopping = true
  services.calls.stopping = true
  await Bun.sleep(delaySeconds * 1000)
  const drained = server.stop()
  await Promise.race([drained, Bun.sleep(FAREWELL_MS)])
  services.calls.draining = true
  await Promise.race([drained, Bun.sleep(config.drainSeconds * 1000)])
  await server.stop(true)
  await billed()
  await scheduler.stop()
  await close().catch((error) => {
    console.error(`Switchyard stopped before everything was settled; the next start does it. ${error}`)
    process.exit(1)
  })
  process.exit(0)
}
process.on('SIGTERM', () => stop(config.shutdownDelaySeconds))
process.on('SIGINT', () => stop(0))
console.log(`Switchyard ${config.version} listens on ${server.url}`)
