import { ensureRoot } from './accounts/root.ts'
import { seldom } from './async/throttle.ts'
import type { Config } from './config.ts'
import { type FailedCalls, openFailedCalls } from './failed-calls/failed-calls.ts'
import { openLimits } from './http/limits.ts'
import { openLog } from './log.ts'
import { type Accounting, openAccounting } from './money/accounting.ts'
import { openOptions } from './options/live.ts'
import { openCallers } from './registry/callers.ts'
import { openChannels } from './registry/channels.ts'
import type { Services } from './services.ts'
import { createBus } from './store/bus.ts'
import { lockData } from './store/data-lock.ts'
import { openStore } from './store/database.ts'
import { checkKey } from './store/key-check.ts'
import { migrate } from './store/migrate.ts'
import { twoWays } from './store/redundant-bus.ts'
import { openVault } from './store/vault.ts'
import { openStoredResponses, type StoredResponses } from './stored-responses/stored-responses.ts'
import { createWatchdog } from './watchdog/watchdog.ts'

/** Three connections, each tried again and again, would fill the log while Redis is away. */
const WARN_MS = 5000

interface Opened {
  services: Services
  close: () => Promise<void>
}

/**
 * Opens all long-lived parts on a database that is brought up to date. `close` ends them in reverse. Throws when another
 * server works with the data folder.
 */
export async function openServices(config: Config): Promise<Opened> {
  const lock = lockData(config.dataDir)
  try {
    const { services, close } = await openParts(config)
    return { services, close: () => close().finally(lock.release) }
  } catch (error) {
    lock.release()
    throw error
  }
}

async function openParts(config: Config): Promise<Opened> {
  const log = openLog(config.logLevel)
  const warn = (message: string) => log.warn(message)
  const store = await openStore(config)
  const redis = config.redisUrl ? await openRedis(config.redisUrl, log) : undefined
  const database = config.databaseUrl ? await openNotify(config.databaseUrl, log) : undefined
  const transport = redis && database ? twoWays([redis.transport, database]) : (redis?.transport ?? database)
  const bus = createBus(transport, (error) => log.error({ error: String(error) }, 'a change was not taken in'))
  const limits = openLimits(config, redis?.client)
  let accounting: Accounting | undefined
  let failedCalls: FailedCalls | undefined
  let storedResponses: StoredResponses | undefined
  async function close() {
    limits.close()
    await accounting?.close()
    await failedCalls?.close()
    await storedResponses?.close()
    await bus.close()
    await store.close()
  }

  try {
    await migrate(store)
    await ensureRoot(store.db, config.initialRootPassword)
    const { db } = store
    const vault = openVault(config)
    await checkKey(db, vault)
    const options = await openOptions({ db, vault, bus, warn })
    const channels = await openChannels({ db, vault, bus, warn })
    const callers = openCallers({ db, vault, bus })
    const { dataDir, journalSync } = config
    accounting = await openAccounting({ store, bus, dataDir, syncAlways: journalSync === 'always', warn })
    failedCalls = openFailedCalls(store, warn, channels.hasModel)
    storedResponses = openStoredResponses({ store, vault, warn })
    const calls = { active: 0, stopping: false, draining: false }
    const startedAt = Math.floor(Date.now() / 1000)
    const services = {
      config,
      log,
      store,
      vault,
      bus,
      options,
      channels,
      callers,
      limits,
      accounting,
      failedCalls,
      storedResponses,
      watchdog: createWatchdog(store),
      calls,
      startedAt,
    }
    return { services, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Loaded by those who have it: the library takes as much memory as a hundred streams. */
async function openRedis(url: string, log: Services['log']) {
  const { redisClient, redisTransport } = await import('./store/cluster.ts')
  const warn = seldom((message) => log.warn(message), WARN_MS)
  const onError = (error: Error) => warn(`redis: ${error.message}`)
  return { transport: redisTransport(url, onError), client: redisClient(url, onError) }
}

/** Nodes of one database hear of each other's changes through it, too: Redis may be away, or not there at all. */
async function openNotify(databaseUrl: string, log: Services['log']) {
  const { notifyTransport } = await import('./store/notify.ts')
  return notifyTransport(databaseUrl, (error) => log.warn(`changes of other nodes: ${error.message}`))
}
