import type { Logger } from 'pino'
import type { LoopDelay } from './async/loop-delay.ts'
import type { Config } from './config.ts'
import type { ConsoleLimits } from './meters/console-limits.ts'
import type { Options } from './options/open-options.ts'
import type { Bus } from './store/bus.ts'
import type { Store } from './store/database.ts'
import type { Vault } from './store/vault.ts'
import type { WorkerMetrics } from './telemetry/metric.ts'
import type { Telemetry } from './telemetry/telemetry.ts'

/** What everything stands on: the database, changes between nodes, secrets, options, logs. */
export interface Platform {
  config: Config
  log: Logger
  store: Store
  vault: Vault
  bus: Bus
  options: Options
  /** How often somebody may call the console's interface. */
  limits: ConsoleLimits
  loopDelay: LoopDelay
  /** Records the spans of calls; undefined = not configured. */
  telemetry: Telemetry | undefined
  /** Returns the URL of the proxy by which a mail server is reached; undefined = straight. */
  mailProxy(host: string, port: number): string | undefined
  /** Processes of this server that run now, at least 1. */
  processes(): number
  /** The metrics of the further processes of this server; undefined = it has none. */
  workerMetrics: (() => Promise<WorkerMetrics[]>) | undefined
  /** Resolves when Redis has answered; undefined = it is not configured. */
  pingRedis: (() => Promise<unknown>) | undefined
  /** Unix seconds of the start. */
  startedAt: number
}
