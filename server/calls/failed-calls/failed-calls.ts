import type { Language } from '#contract/errors.ts'
import type { AttemptRecord, EndReason } from '#contract/receipt.ts'
import { LOG_TYPE } from '#contract/statuses.ts'
import { insertLogRows, withoutNul } from '../../money/accounting/log-rows.ts'
import type { ChargeRecord } from '../../money/accounting/records.ts'
import { addFailed, type FailedCount, failedRows } from '../../money/rollups/rollup.ts'
import { openWriteBehind } from '../../platform/async/write-behind.ts'
import type { Store } from '../../platform/store/database.ts'
import type { Values } from '../../platform/store/statement.ts'
import { createFailedCounts } from './failed-counts.ts'
import { createMinuteSample, type UnlistedCalls } from './minute-sample.ts'

/**
 * A failed call. It costs nothing, so its row may be late, or missing when there are very many. Its channel is the
 * last that was tried (0 = none), its content the error text sent to the caller.
 */
export interface FailedCall
  extends Pick<
    ChargeRecord,
    'id' | 'at' | 'user' | 'name' | 'token' | 'tokenName' | 'channel' | 'model' | 'stream' | 'seconds' | 'content'
  > {
  other: {
    end_reason: EndReason
    code?: string
    /** The content in both languages, if it is our own text. */
    message?: Record<Language, string>
    /** Price in quota units of an answer that its owner could not pay. */
    unpaid?: number
    /** HTTP status that the caller received. */
    status?: number
    request_id?: string
    group?: string | undefined
    admin_info?: { use_channel: string[]; attempts: readonly AttemptRecord[]; order?: readonly number[] | undefined }
  }
}

/** Failed calls: their rows and counts, written separately from charged calls. */
export interface FailedCalls {
  /** Every call is counted. `listed`: it also gets a row, or its share of a summary row. */
  record(call: FailedCall, listed?: boolean): void
  /** Resolves when everything recorded so far is in the database, if the database accepts it. */
  flush(): Promise<void>
  close(): Promise<void>
}

const FLUSH_MS = 1000
/** When everything fails, a sample shows why; the rest must not flood the log and its readers. */
const PER_MINUTE = { user: 20, all: 300 }
/** Maximum number of rows that wait for an unreachable database. */
const MAX_QUEUED_ROWS = 1000

/**
 * Opens the queue. Rows above the limits of a minute are counted, and each user's count becomes one row. The
 * roll-ups count every call, whether it has its own row or not, under a model that some channel has (see
 * `failed-counts.ts`). Rows and counts of a second are written in one transaction; a crash loses that second, and a
 * commit whose reply was lost is repeated. None of it affects money.
 */
export function openFailedCalls(
  store: Store,
  warn: (message: string) => void,
  hasModel: (model: string) => boolean,
  limits = PER_MINUTE,
  now: () => number = Date.now,
): FailedCalls {
  let waiting: Values[] = []
  const counts = createFailedCounts(hasModel)
  const sample = createMinuteSample<FailedCall>(limits, now)
  const behind = openWriteBehind({
    everyMs: FLUSH_MS,
    write,
    isEmpty: () => waiting.length === 0 && counts.size() === 0 && !sample.hasUnlisted(),
    failure: 'failed calls could not be logged',
    warn,
  })

  function add(call: FailedCall): void {
    if (waiting.length < MAX_QUEUED_ROWS) waiting.push(toLogRow(call))
    behind.wake()
  }

  /** Adds a row for each user of whom calls of the last minute have none, when it is over. */
  function addSummaries(force = false): void {
    for (const unlisted of sample.nextMinute(force)) add(summary(unlisted))
  }

  async function write(): Promise<void> {
    addSummaries()
    const rows = waiting
    const counted = counts.take()
    if (rows.length === 0 && counted.length === 0) return
    try {
      await writeRows(store, rows, counted)
      waiting = waiting.slice(rows.length)
    } catch (error) {
      counts.restore(counted)
      throw error
    }
  }

  return {
    record(call, listed = true) {
      counts.add(call)
      behind.wake()
      addSummaries()
      if (listed && sample.admits(call)) add(call)
    },
    flush: behind.flush,
    close() {
      addSummaries(true)
      return behind.close()
    },
  }
}

async function writeRows(store: Store, rows: Values[], counted: readonly FailedCount[]): Promise<void> {
  await store.writes.transaction().execute(async (trx) => {
    await insertLogRows(trx, store.engine, rows)
    await addFailed(trx, store.engine, failedRows(counted))
  })
  store.noteWrites(rows.length + counted.length)
}

function summary({ count, last }: UnlistedCalls<FailedCall>): FailedCall {
  const message = {
    zh: `一分钟内另有 ${count} 次失败的调用，未逐条记录`,
    en: `Further failed calls in this minute, without their own entries: ${count}`,
  }
  return { ...last, id: '', content: message.zh, seconds: 0, channel: 0, other: { end_reason: 'failed', message } }
}

/** A row in the column order of `insertLogRows`. */
function toLogRow({ other, ...call }: FailedCall): Values {
  return [
    call.user,
    call.name,
    call.token,
    call.tokenName,
    call.channel,
    call.model,
    call.at,
    LOG_TYPE.system,
    withoutNul(call.content),
    0,
    0,
    0,
    call.seconds,
    call.stream ? 1 : 0,
    JSON.stringify(other),
    call.id,
    0,
    null,
  ]
}
