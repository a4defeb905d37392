import type { Logger } from 'pino'
import type { LoopDelay } from './async/loop-delay.ts'
import type { Circuits } from './circuits/circuits.ts'
import type { Config } from './config.ts'
import type { Estimates } from './estimates/estimates.ts'
import type { FailedCalls } from './failed-calls/failed-calls.ts'
import type { Limits } from './http/limits.ts'
import type { KeyPools } from './key-pools/key-pools.ts'
import type { CallLimits } from './limits/call-limits.ts'
import type { LiveCalls } from './live-calls/live-calls.ts'
import type { LiveCallsOfNodes } from './live-calls/live-calls-of-nodes.ts'
import type { Accounting } from './money/accounting.ts'
import type { Options } from './options/open-options.ts'
import type { Callers } from './registry/callers.ts'
import type { Channels } from './registry/channels.ts'
import type { TokenUses } from './registry/token-uses.ts'
import type { Bus } from './store/bus.ts'
import type { Store } from './store/database.ts'
import type { Vault } from './store/vault.ts'
import type { ResponsePlaces } from './stored-responses/response-places.ts'
import type { StoredResponses } from './stored-responses/stored-responses.ts'
import type { Telemetry } from './telemetry/telemetry.ts'
import type { InFlight } from './traffic/in-flight.ts'
import type { Traffic } from './traffic/traffic.ts'
import type { Watchdog } from './watchdog/watchdog.ts'
import type { SharedParts } from './workers/shared-parts.ts'

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
