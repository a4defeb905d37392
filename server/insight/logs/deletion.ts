import type { LogDeletion } from '#contract/api/logs.ts'
import type { Calls } from '../../calls/calls.ts'
import { type Author, writeAudit } from '../../platform/audits/write.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { readExclusiveState, startExclusive } from '../../platform/job-locks/exclusive.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Queryable } from '../../platform/store/database.ts'
import { deleteLogs } from './delete.ts'
import { listLogs } from './queries.ts'

const JOB = 'log-deletion'

/**
 * Begins to delete all rows older than a time (unix seconds); one deletion at a time on all nodes. Resolves to their
 * number, and a promise of the end. Throws log_deletion_running.
 */
export async function startDeletion(
  { store, calls, log }: Platform & Calls,
  by: Author,
  before: number,
): Promise<{ rows: number; ended: Promise<void> }> {
  const counted = Promise.withResolvers<number>()
  const started = await startExclusive({ store }, JOB, async (lost) => {
    const rows = await countOlder(store.reads, before)
    await writeAudit(store.db, by, { action: 'log.delete', target: { kind: 'log', id: '' }, after: { before, rows } })
    counted.resolve(rows)
    await deleteLogs(store, before, () => !lost.aborted && !calls.draining)
  })
  if (!started) throw new ApiError('log_deletion_running')
  const ended = started.ended.catch((error) => {
    counted.reject(error)
    log.error({ error: String(error) }, 'the deletion of logs has ended early')
  })
  return { rows: await counted.promise, ended }
}

/** The last deletion of all nodes: how many rows it had to delete, and how many of them are left. */
export async function readDeletion({ store }: Platform): Promise<LogDeletion> {
  const { running } = await readExclusiveState(store, JOB)
  const last = await store.db
    .selectFrom('audits')
    .select('after')
    .where('action', '=', 'log.delete')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { before = 0, rows = 0 } = last ? (JSON.parse(last.after) as { before: number; rows?: number }) : {}
  return { running, before, rows, left: before > 0 ? await countOlder(store.reads, before) : 0 }
}

async function countOlder(db: Queryable, before: number): Promise<number> {
  const filter = { token_name: '', model_name: '', request_id: '', end_timestamp: before - 1 }
  return (await listLogs(db, filter, { offset: 0, limit: 1 })).total
}
