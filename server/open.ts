import { nowInSeconds } from '#server/platform/clock.ts'
import type { Calls } from './calls/calls.ts'
import { createCircuits } from './calls/circuits/circuits.ts'
import { shareFailures } from './calls/circuits/share-failures.ts'
import { openFailedCalls } from './calls/failed-calls/failed-calls.ts'
import { openKeyPools } from './calls/key-pools/key-pools.ts'
import { type CallLimits, openCallLimits } from './calls/limits/call-limits.ts'
import { createInFlight } from './calls/live-calls/live-calls.ts'
import { openLiveCalls } from './calls/live-calls/live-calls-of-nodes.ts'
import { openCallers } from './calls/registry/callers.ts'
import { openChannels } from './calls/registry/channels.ts'
import { openTokenUses } from './calls/registry/token-uses.ts'
import { openResponsePlaces } from './calls/stored-responses/response-places.ts'
import { openStoredResponses } from './calls/stored-responses/stored-responses.ts'
import { openTraffic } from './calls/traffic/traffic.ts'
import { joinNodes } from './cluster/workers/join-nodes.ts'
import type { SharedParts } from './cluster/workers/shared-parts.ts'
import { openEstimates } from './formats/estimates/estimates.ts'
import { wordSearchPreparer } from './formats/sensitive-words/prepare-words.ts'
import { type Accounting, openAccounting, recoverFormerProcesses } from './money/accounting/accounting.ts'
import { settlingThread } from './money/accounting/settle-thread.ts'
import type { Money } from './money/money.ts'
import { createWatchdog } from './money/watchdog/watchdog.ts'
import { ensureRoot } from './people/accounts/root.ts'
import { watchLoopDelay } from './platform/async/loop-delay.ts'
import { throttleMessages } from './platform/async/throttle.ts'
import type { Config } from './platform/config.ts'
import { openLog } from './platform/log.ts'
import { openConsoleLimits } from './platform/meters/console-limits.ts'
import { type PermitSource, partOf } from './platform/meters/permit-source.ts'
import { openOptions } from './platform/options/open-options.ts'
import type { Platform } from './platform/platform.ts'
import { createBus, type Transport } from './platform/store/bus.ts'
import { buildPostponedIndexes } from './platform/store/copy/postponed-indexes.ts'
import { lockWhenEnded, lockWorker } from './platform/store/data-lock.ts'
import { openStore } from './platform/store/database.ts'
import { migrate } from './platform/store/migrate.ts'
import { countRunningNodes } from './platform/store/running-nodes.ts'
import { checkVaultKey, openVault } from './platform/store/vault.ts'
import { openTelemetry } from './platform/telemetry/open-telemetry.ts'
import { findPlainProxy, proxyVariables } from './wire/egress/find-way.ts'

/** Three connections, each retried again and again, would fill the log while Redis is unreachable. */
const WARN_MS = 5000

interface OpenedParts {
  services: Platform & Money & Calls
  close: () => Promise<void>
}

interface OpenedServices extends OpenedParts {
  /** Tells the next start that this server is ending, and how many milliseconds that takes at most. */
  ending(mostMs: number): void
}

/**
 * Opens all long-lived parts on a migrated database. `close` ends them in reverse. `shared`: what the processes of this
 * server share, if it has several. Throws when another server uses the data folder and is not ending.
 */
export async function openServices(config: Config, shared?: SharedParts): Promise<OpenedServices> {
  const { dataDir, worker } = config
  const serverLock = worker ? undefined : await lockWhenEnded(dataDir, console.error)
  const lock = serverLock ?? lockWorker(dataDir, worker?.number ?? 0)
  try {
    const { services, close } = await openParts(config, shared)
    const ending = (mostMs: number) => serverLock?.ending(mostMs)
    return { services, ending, close: () => close().finally(lock.release) }
  } catch (error) {
    lock.release()
    throw error
  }
}

async function openParts(config: Config, shared: SharedParts | undefined): Promise<OpenedParts> {
  const log = openLog(config.logLevel)
  const warn = (message: string) => log.warn(message)
  const opened: { close(): unknown }[] = []
  function keep<T extends { close(): unknown } | undefined>(part: T): T {
    if (part) opened.push(part)
    return part
  }
  async function close() {
    for (const part of opened.splice(0).reverse()) await part.close()
  }

  const store = keep(await openStore(config, shared?.turns, settlingThread))
  const redis = keep(config.redisUrl ? await openRedis(config.redisUrl, log) : undefined)
  // Workers hear of other nodes through the primary process.
  const ofNodes = config.worker ? undefined : await openNodes(config, log)
  const transport = shared && ofNodes ? joinNodes(shared.transport, ofNodes) : (shared?.transport ?? ofNodes)
  const failed = (error: unknown) => log.error({ error: String(error) }, 'a change could not be applied')
  const bus = keep(createBus(transport, failed))
  try {
    if (!config.worker) await prepareDatabase(store, config)
    const { db } = store
    const vault = openVault(config)
    await checkVaultKey(db, vault)
    const options = await openOptions({ db, vault, bus, warn, prepareWords: wordSearchPreparer() })
    const channels = await openChannels({ db, vault, bus, warn })
    const keyPools = keep(await openKeyPools({ store, vault, bus, warn }))
    const callers = openCallers({ db, vault, bus })
    const accounting = keep(await openAccounting({ store, bus, ...journalOf(config), warn }))
    const limitParts = { store, options, warn, config, shared, permits: redis?.openPermits(accounting.nodeId) }
    const limits = keep(openConsoleLimits(config, limitParts.permits))
    const callLimits = keep(openLimiter(limitParts, accounting))
    const queued = openQueues({ store, vault, channels, warn })
    Object.values(queued).forEach(keep)
    const estimates = keep(await openEstimates({ store, bus, warn }))
    const source = { version: config.version, nodeId: accounting.nodeId, warn, proxies: proxyVariables() }
    const telemetry = keep(await openTelemetry(config.telemetry, source))
    const services = {
      config,
      log,
      store,
      vault,
      bus,
      options,
      channels,
      keyPools,
      callers,
      limits,
      callLimits,
      accounting,
      ...queued,
      estimates,
      inFlight: createInFlight(),
      ...openLiveCalls(accounting.nodeId, bus),
      circuits: shareFailures(createCircuits(), bus),
      watchdog: createWatchdog(store, accounting.nodeId),
      telemetry,
      mailProxy: findPlainProxy,
      ...processesOf(shared),
      calls: { active: 0, stopping: false, draining: false },
      loopDelay: keep(watchLoopDelay()),
      pingRedis: redis && (() => redis.client.ping()),
      startedAt: nowInSeconds(),
    }
    return { services, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Opens what is collected in memory, and written in batches. */
function openQueues({ store, vault, channels, warn }: QueueParts) {
  return {
    failedCalls: openFailedCalls(store, warn, channels.hasModel),
    storedResponses: openStoredResponses({ store, vault, warn }),
    responsePlaces: openResponsePlaces(store, warn),
    traffic: openTraffic(store, warn, channels.hasModel),
    tokenUses: openTokenUses(store, warn),
  }
}
type QueueParts = Pick<Platform, 'store' | 'vault'> & Pick<Calls, 'channels'> & { warn(message: string): void }

/** Loaded only when configured: the library takes as much memory as 100 streams. */
async function openRedis(url: string, log: Platform['log']) {
  const { redisClient } = await import('./platform/store/redis-client.ts')
  const { openRedisPermits } = await import('./platform/meters/redis-permits.ts')
  const warn = throttleMessages((message) => log.warn(message), WARN_MS)
  const onError = (error: Error) => warn(`redis: ${error.message}`)
  const client = redisClient(url, onError)
  return {
    client,
    openPermits: (nodeId: string) => openRedisPermits(client, nodeId, warn),
    close: () => client.disconnect(),
  }
}

/** Where this process keeps its journal, and when charges must be on disk. */
const journalOf = ({ dataDir, worker, journalSync }: Config) => ({
  dataDir,
  process: worker?.number ?? 1,
  syncAlways: journalSync === 'always',
})

/** What the first process of a server does before the others start. */
async function prepareDatabase(store: Platform['store'], config: Config) {
  const { dataDir, workers, initialRootPassword, passwordCost } = config
  await migrate(store)
  await buildPostponedIndexes(store)
  await ensureRoot(store.db, initialRootPassword, passwordCost)
  await recoverFormerProcesses(store, dataDir, workers)
}

interface LimiterParts extends Pick<Platform, 'store' | 'options' | 'config'> {
  shared: SharedParts | undefined
  /** What nodes share through Redis. */
  permits: PermitSource | undefined
  warn(message: string): void
}

/** Opens the limits of relayed calls, which nodes share through Redis if there is one, and processes in any case. */
function openLimiter({ shared, permits, ...parts }: LimiterParts, { wallet: { recall } }: Accounting): CallLimits {
  const countNodes = () => countRunningNodes(parts.store)
  const given = { ...parts, countNodes, processes: shared?.processes ?? (() => 1), recall }
  if (permits) return openCallLimits({ ...given, source: permits })
  if (!shared) return openCallLimits({ ...given, source: undefined })
  let machines = 1
  const countMachines = async () => {
    machines = Math.max(1, await countNodes())
    return machines
  }
  const source = partOf(shared.permits, () => machines)
  return openCallLimits({ ...given, source, countNodes: countMachines })
}

/** Opens the way to the other nodes of the database. */
async function openNodes({ databaseUrl }: Config, log: Platform['log']): Promise<Transport | undefined> {
  if (!databaseUrl) return undefined
  const { openNodeTransport } = await import('./platform/store/node-transport.ts')
  return openNodeTransport(databaseUrl, (error) => log.warn(`changes of other nodes: ${error.message}`))
}

const processesOf = (shared: SharedParts | undefined) => ({
  processes: shared?.processes ?? (() => 1),
  workerMetrics: shared?.metrics,
})
