import type { Estimates } from '../formats/estimates/estimates.ts'
import type { WordSearch } from '../formats/sensitive-words/word-search.ts'
import type { Options } from '../platform/options/open-options.ts'
import type { Circuits } from './circuits/circuits.ts'
import type { FailedCalls } from './failed-calls/failed-calls.ts'
import type { KeyPools } from './key-pools/key-pools.ts'
import type { CallLimits } from './limits/call-limits.ts'
import type { InFlight, LiveCalls } from './live-calls/live-calls.ts'
import type { LiveCallsOfNodes } from './live-calls/live-calls-of-nodes.ts'
import type { Callers } from './registry/callers.ts'
import type { Channels } from './registry/channels.ts'
import type { TokenUses } from './registry/token-uses.ts'
import type { ResponsePlaces } from './stored-responses/response-places.ts'
import type { StoredResponses } from './stored-responses/stored-responses.ts'
import type { Traffic } from './traffic/traffic.ts'

/** What relayed calls use and leave behind: who may call, where to, within which limits, and what has happened lately. */
export interface Calls {
  /** With the search for sensitive words that was prepared from them. */
  options: Options<WordSearch>
  channels: Channels
  keyPools: KeyPools
  callers: Callers
  tokenUses: TokenUses
  callLimits: CallLimits
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
  /**
   * Relayed calls in progress; whether the server is stopping, so that load balancers send no more; and whether new
   * calls are refused because it is about to stop.
   */
  calls: { active: number; stopping: boolean; draining: boolean }
}
