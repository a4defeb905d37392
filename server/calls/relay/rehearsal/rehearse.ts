import { scanFields } from '../../../formats/body/scan-fields.ts'
import type { RelayEndpoint } from '../../../formats/endpoints/endpoints.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import { createTrialWallet } from '../../../money/accounting/trial-wallet.ts'
import type { KeyPool } from '../../key-pools/key-pool.ts'
import type { KeyPools } from '../../key-pools/key-pools.ts'
import { Admission } from '../../limits/admission.ts'
import type { CallLimits } from '../../limits/call-limits.ts'
import { knownCount } from '../../upstream/answers/input-count.ts'
import type { Caller } from '../admit/admit.ts'
import { readCallHeaders } from '../admit/call-headers.ts'
import { enterIfOpen, type FullChannel, unservedError } from '../attempt/enter-channel.ts'
import { keyAttempts } from '../attempt/key-attempts.ts'
import { createRun, maxTries } from '../call/call-run.ts'
import { holdCost } from '../charge/hold-cost.ts'
import type { RelayDeps } from '../deps/deps.ts'
import type { RequestFacts } from '../read/read-call.ts'
import { candidates } from '../route/candidates.ts'
import { prepareCall } from '../route/prepare-call.ts'
import type { Route } from '../route/routes-of-call.ts'

/** A call that nobody makes. */
export interface RehearsedCall {
  caller: Caller
  endpoint: RelayEndpoint
  conversation: string | undefined
  inputTokens: number
  maxTokens: number | undefined
}

/** What a call would do on a route now. */
export interface Rehearsal {
  /** The error of the route: another one may be taken, or the call ends; undefined = a channel takes it. */
  error: unknown
  /** Draws the ids of the channels that it would try, in their order. */
  order(random?: () => number): number[]
}

/**
 * Rehearses a call on a route, with the functions that calls use and with services that take and send nothing: all
 * channels are asked whether they would take the call.
 */
export async function rehearse(route: Route, asked: RehearsedCall, deps: RelayDeps): Promise<Rehearsal> {
  const trial = trialDeps(deps)
  const { call, channels } = prepareCall(
    { id: '', caller: asked.caller, model: route.model, stream: false, startedAt: Date.now() },
    route,
    factsOf(route, asked),
    { header: () => undefined, headers: NO_HEADERS, url: asked.endpoint.upstreamPath, disconnect: STAYS },
    asked.endpoint,
    trial,
    { most: Number.POSITIVE_INFINITY, conversation: () => asked.conversation },
  )
  const run = createRun(call, EMPTY)
  const held = await holdCost(run, trial)
  const full: FullChannel[] = []
  const open = new Set<number>()
  for (const channel of keyAttempts(channels, run, full, trial)) {
    if (await enterIfOpen(held, channel, full, trial)) open.add(channel.id)
  }
  const tries = maxTries(deps.services.options.values)
  const wanted = { ...route, pinnedChannel: asked.caller.pinnedChannel, endpoint: call.endpoint }
  return {
    error: open.size === 0 ? unservedError(call, full) : undefined,
    order: (random) =>
      openIds(candidates(wanted, deps, { conversation: () => asked.conversation, random }), open).slice(0, tries),
  }
}

const openIds = (channels: readonly Channel[], open: ReadonlySet<number>) =>
  channels.map(({ id }) => id).filter((id) => open.has(id))

const NO_HEADERS = readCallHeaders({ header: () => undefined })
const STAYS = { aborted: false, addEventListener() {}, removeEventListener() {} }
/** Has the fields that prices of pictures and speech are read from. */
const EMPTY_BYTES = Buffer.from('{"prompt":"a","input":"a"}')
const EMPTY = { bytes: EMPTY_BYTES, fields: scanFields(EMPTY_BYTES) }

const factsOf = ({ model }: Route, { inputTokens, maxTokens }: RehearsedCall): RequestFacts => ({
  body: EMPTY,
  model,
  stream: false,
  usageWanted: false,
  input: knownCount(inputTokens),
  maxTokens,
  answerCount: 1,
  group: undefined,
})

/** Services of which limits, balances and keys only tell whether they would be given. */
function trialDeps({ services, accounting, ...deps }: RelayDeps): RelayDeps {
  const callLimits: CallLimits = {
    ...services.callLimits,
    admit: async (applied, countTokens) =>
      (await services.callLimits.wouldAdmit(applied, countTokens())) ?? new Admission(0),
  }
  const { keyPools } = services
  const trialPools: KeyPools = {
    ...keyPools,
    of: (channel) => trialPool(keyPools.of(channel)),
    begin: () => () => {},
    full() {},
  }
  return {
    ...deps,
    services: { ...services, callLimits, keyPools: trialPools },
    accounting: { ...accounting, wallet: { ...accounting.wallet, ...createTrialWallet(accounting.wallet) } },
    disableChannel() {},
  }
}

/** Chooses keys as a pool does, without taking the turn of any. */
function trialPool(pool: KeyPool | undefined): KeyPool | undefined {
  if (!pool) return undefined
  const trial: Pick<KeyPool, 'choose' | 'nextReady' | 'enabled' | 'counts'> = {
    choose: (wish) => pool.choose({ ...wish, mode: 'random', random: () => 0 }),
    nextReady: (now) => pool.nextReady(now),
    enabled: pool.enabled,
    counts: (now) => pool.counts(now),
  }
  return trial as KeyPool
}
