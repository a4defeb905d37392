import type { OptionValues } from '#contract/options.ts'
import { createClock } from '../async/ticker.ts'
import { autoDisable } from '../channels/auto-disable.ts'
import { createFetchMedia } from '../egress/media/fetch-media.ts'
import { createMemoryBudget } from '../memory/memory-budget.ts'
import { createPriceBook } from '../prices/prices.ts'
import type { Services } from '../services.ts'
import { createHealth } from '../upstream/health.ts'
import type { RelayDeps } from './deps.ts'
import { markToken } from './entry/mark-token.ts'
import { createWithheld } from './withheld.ts'

const BODY_ERRORS = { own: 'too_many_large_calls', others: 'large_calls_everywhere' } as const
const ANSWER_ERRORS = { own: 'too_many_large_answers', others: 'large_answers_everywhere' } as const

/** Puts together what the relay works with. */
export function openRelay(services: Services): RelayDeps {
  const { log, calls, config } = services
  const report = (what: string) => (error: unknown) => log.warn(`${what}: ${String(error)}`)
  return {
    services,
    accounting: services.accounting,
    prices: createPriceBook(services.options),
    health: createHealth(),
    clock: createClock(),
    calls,
    withheld: createWithheld({ ...services, ledger: services.accounting.ledger }),
    bodies: createMemoryBudget(config.bodyMemoryBytes, BODY_ERRORS),
    answers: createMemoryBudget(config.answerMemoryBytes, ANSWER_ERRORS),
    fetchMedia: createFetchMedia({
      allowPrivate: config.privateMedia,
      worker: () => workerOf(services.options.values),
    }),
    writing: { safety: config.geminiSafety },
    disableChannel(id, reason) {
      log.warn({ channel: id, reason }, 'channel disabled: its upstream refuses the credential')
      autoDisable(services, id, reason).catch(report(`channel ${id} was not disabled`))
    },
    markToken(id, status) {
      markToken(services, id, status).catch(report(`token ${id} was not marked as ${status}`))
    },
  }
}

/** The operator's worker for downloads, if there is one. */
function workerOf({ WorkerUrl, WorkerValidKey }: Pick<OptionValues, 'WorkerUrl' | 'WorkerValidKey'>) {
  return WorkerUrl === '' ? undefined : { url: WorkerUrl, key: WorkerValidKey }
}
