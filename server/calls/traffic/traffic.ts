import { openWriteBehind } from '../../platform/async/write-behind.ts'
import { createBulkInserter } from '../../platform/store/bulk.ts'
import type { Store } from '../../platform/store/database.ts'
import { type CallTotals, createCallTotals } from './call-totals.ts'
import { KEY_COLUMNS, SUM_COLUMNS } from './columns.ts'
import { createTrafficCounts, type FailedAttempt, type ServedCall } from './traffic-counts.ts'

/** Counts what channels and models do: what is served and how fast, what fails and why. */
export interface Traffic {
  served(call: ServedCall): void
  failed(attempt: FailedAttempt): void
  /** Totals since the start, for a monitoring system. */
  readonly totals: CallTotals
  /** Resolves when everything counted so far is in the database, if the database accepts it. */
  flush(): Promise<void>
  close(): Promise<void>
}

const FLUSH_MS = 5000
const ERROR_COLUMNS = ['channel_id', 'model_name', 'kind', 'created_at', 'status', 'message', 'request_id'] as const
const MAX_MESSAGE = 300

const addRows = createBulkInserter(
  'traffic_hours',
  [...KEY_COLUMNS, ...SUM_COLUMNS],
  `on conflict (${KEY_COLUMNS.join(', ')}) do update set ` +
    SUM_COLUMNS.map((name) => `${name} = traffic_hours.${name} + excluded.${name}`).join(', '),
)
const replaceErrors = createBulkInserter(
  'traffic_errors',
  ERROR_COLUMNS,
  'on conflict (channel_id, model_name, kind) do update set ' +
    ERROR_COLUMNS.slice(3)
      .map((name) => `${name} = excluded.${name}`)
      .join(', '),
)

/**
 * Opens the counters. They are summed in memory and written every five seconds; a crash loses that time, which affects
 * no money. A model that no channel has (`hasModel`) counts under "", since its name is the caller's text.
 */
export function openTraffic(
  store: Store,
  warn: (message: string) => void,
  hasModel: (model: string) => boolean,
): Traffic {
  const counts = createTrafficCounts()
  const totals = createCallTotals(hasModel)
  const behind = openWriteBehind({
    everyMs: FLUSH_MS,
    write,
    isEmpty: () => counts.size() === 0,
    failure: 'the times of calls were not written',
    warn,
  })

  async function write(): Promise<void> {
    const taken = counts.take()
    const errors = taken.errors.map((error) => [
      error.channel,
      error.model,
      error.kind,
      Math.floor(error.at / 1000),
      error.status,
      error.message.replaceAll('\0', '').slice(0, MAX_MESSAGE),
      error.requestId,
    ])
    try {
      await store.writes.transaction().execute(async (trx) => {
        await addRows(trx, store.engine, taken.rows)
        await replaceErrors(trx, store.engine, errors)
      })
      store.noteWrites(taken.rows.length + errors.length)
    } catch (error) {
      counts.restore(taken)
      throw error
    }
  }

  const named = <T extends { model: string }>(counted: T): T =>
    hasModel(counted.model) ? counted : { ...counted, model: '' }

  return {
    totals,
    served(call) {
      counts.addServed(call)
      totals.served(call)
      behind.wake()
    },
    failed(attempt) {
      counts.addFailed(named(attempt))
      totals.failed(attempt)
      behind.wake()
    },
    flush: behind.flush,
    close: behind.close,
  }
}
