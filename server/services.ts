import type { Logger } from 'pino'
import type { Circuits } from './calls/circuits/circuits.ts'
import type { FailedCalls } from './calls/failed-calls/failed-calls.ts'
import type { KeyPools } from './calls/key-pools/key-pools.ts'
import type { CallLimits } from './calls/limits/call-limits.ts'
import type { LiveCalls } from './calls/live-calls/live-calls.ts'
import type { LiveCallsOfNodes } from './calls/live-calls/live-calls-of-nodes.ts'
import type { Callers } from './calls/registry/callers.ts'
import type { Channels } from './calls/registry/channels.ts'
import type { TokenUses } from './calls/registry/token-uses.ts'
import type { ResponsePlaces } from './calls/stored-responses/response-places.ts'
import type { StoredResponses } from './calls/stored-responses/stored-responses.ts'
import type { InFlight } from './calls/traffic/in-flight.ts'
import type { Traffic } from './calls/traffic/traffic.ts'
import type { SharedParts } from './cluster/workers/shared-parts.ts'
import type { Estimates } from './formats/estimates/estimates.ts'
import type { Accounting } from './money/accounting/accounting.ts'
import type { Watchdog } from './money/watchdog/watchdog.ts'
import type { LoopDelay } from './platform/async/loop-delay.ts'
import type { Config } from './platform/config.ts'
import type { Limits } from './platform/http/limits.ts'
import type { Options } from './platform/options/open-options.ts'
import type { Bus } from './platform/store/bus.ts'
import type { Store } from './platform/store/database.ts'
import type { Vault } from './platform/store/vault.ts'
import type { Telemetry } from './platform/telemetry/telemetry.ts'

/** The long-lived parts that requests and jobs use; main.ts opens them, tests open their own. */
export interface Services {
  config: Config
  log: Logger
  store: Store
  vault: Vault
  bus: Bus
  options: Options
  channels: Channels
  keyPools: KeyPools
  callers: Callers
  tokenUses: TokenUses
  limits: Limits
  callLimits: CallLimits
  accounting: Accounting
  failedCalls: FailedCalls
  storedResponses: StoredResponses
  responsePlaces: ResponsePlaces
  estimates: Estimates
  traffic: Traffic
  inFlight: InFlight
  /** The calls that this node runs. */
  liveCalls: LiveCalls
  /** Those of the other nodes. */
  liveCallsOfNodes: LiveCallsOfNodes
  circuits: Circuits
  watchdog: Watchdog
  /** Processes of this server that run now, at least 1. */
  processes(): number
  /** The metrics of the further processes of this server; undefined = it has none. */
  workerMetrics: SharedParts['metrics'] | undefined
  /** Records the spans of calls; undefined = not configured. */
  telemetry: Telemetry | undefined
  /**
   * Relayed calls in progress; whether the server is stopping, so that load balancers send no more; and whether new
   * calls are refused because it is about to stop.
   */
  calls: { active: number; stopping: boolean; draining: boolean }
  loopDelay: LoopDelay
  /** Resolves when Redis has answered; undefined = it is not configured. */
  pingRedis: (() => Promise<unknown>) | undefined
  /** Unix seconds of the start. */
  startedAt: number
}
