import type { DisableRule } from '#contract/channel-types/disable-rules.ts'
import type { OptionValues } from '#contract/options.ts'
import { createFetchMedia } from '../../../formats/media/fetch-media.ts'
import type { Money } from '../../../money/money.ts'
import { createCostBook } from '../../../money/prices/cost-book.ts'
import { createPriceBook } from '../../../money/prices/prices.ts'
import { createTicker } from '../../../platform/async/ticker.ts'
import { createMemoryBudget } from '../../../platform/memory/memory-budget.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Calls } from '../../calls.ts'
import type { ProbeResult } from '../../circuits/circuits.ts'
import { createBackgroundRuns } from './background-runs.ts'
import type { RelayDeps } from './deps.ts'
import { markToken } from './mark-token.ts'
import { createUndeliverableAnswers } from './undeliverable-answers.ts'
import { createWaitingRoom } from './waiting-room.ts'

const BODY_ERRORS = { own: 'too_many_large_calls', others: 'large_calls_everywhere' } as const
const ANSWER_ERRORS = { own: 'too_many_large_answers', others: 'large_answers_everywhere' } as const

/** What the relay asks of the area of channels. */
export interface ChannelActions {
  /** Probes a model that fails at a channel. */
  probeModel(channel: number, model: string): Promise<ProbeResult | undefined>
  /** Disables a channel whose credential no longer works. */
  disable(id: number, reason: string, rule: DisableRule | undefined, waitMs?: number): Promise<void>
  testSuspect: RelayDeps['testSuspect']
}

/** Creates the relay's dependencies. */
export function createRelayDeps(services: Platform & Money & Calls, channels: ChannelActions): RelayDeps {
  const { log, calls, config } = services
  services.circuits.probeWith(async (channel, model) =>
    services.options.values.ProbeFailingModelsEnabled ? channels.probeModel(channel, model) : undefined,
  )
  const report = (what: string) => (error: unknown) => log.warn(`${what}: ${String(error)}`)
  return {
    services,
    accounting: services.accounting,
    prices: createPriceBook(services.options),
    costs: createCostBook(services.options),
    ticker: createTicker(),
    calls,
    undeliverable: createUndeliverableAnswers({ ...services, ledger: services.accounting.ledger }),
    backgrounds: createBackgroundRuns(),
    waiting: createWaitingRoom(),
    // Each process has its part, and at least what its largest body or answer needs.
    bodyMemory: createMemoryBudget(
      () => Math.max(config.bodyMemoryBytes / services.processes(), 2 * config.maxBodyBytes),
      BODY_ERRORS,
    ),
    answerMemory: createMemoryBudget(
      () => Math.max(config.answerMemoryBytes / services.processes(), 3 * config.maxAnswerBytes),
      ANSWER_ERRORS,
    ),
    fetchMedia: createFetchMedia({
      allowPrivate: config.privateMedia,
      worker: () => downloadWorker(services.options.values),
    }),
    writeSettings: { safety: config.geminiSafety },
    testSuspect: channels.testSuspect,
    disableChannel(id, reason, rule, waitMs) {
      log.warn({ channel: id, reason }, 'channel disabled: its upstream refuses the credential')
      channels.disable(id, reason, rule, waitMs).catch(report(`channel ${id} could not be disabled`))
    },
    markToken(id, status) {
      markToken(services, id, status).catch(report(`token ${id} could not be marked as ${status}`))
    },
  }
}

/** Returns the operator's worker for downloads, if there is one. */
function downloadWorker({ WorkerUrl, WorkerValidKey }: Pick<OptionValues, 'WorkerUrl' | 'WorkerValidKey'>) {
  return WorkerUrl === '' ? undefined : { url: WorkerUrl, key: WorkerValidKey }
}
