import type { Words } from '#contract/words.ts'
import type { Platform } from '../../platform/platform.ts'
import { changeOpenTask, type TaskRows } from './queries.ts'
import { refundTask } from './refund.ts'

/**
 * Changes a task if it is unchanged since it was read, so that of simultaneous polls and callbacks one counts, and
 * a finished task never changes again. A failure, its refund and the refund's log row are one transaction. Returns
 * whether the change was applied.
 */
export async function changeTask<Table extends keyof TaskRows>(
  services: Platform,
  table: Table,
  row: TaskRows[Table],
  { failed, set }: { failed: boolean; set: Partial<TaskRows[Table]> },
): Promise<boolean> {
  const { store, bus, options } = services
  const refunded = await store.db.transaction().execute(async (trx) => {
    const changed = await changeOpenTask(trx, table, row, set)
    if (!changed) return undefined
    if (!failed || row.charged_at === 0 || row.quota === 0) return 'nothing'
    await refundTask(trx, { ...row, label: labelOf(row) }, options.values)
    return 'quota'
  })
  if (refunded === 'quota') {
    bus.publish({ kind: 'user', id: row.user_id })
    if (row.token_id) bus.publish({ kind: 'token', id: row.token_id })
  }
  return refunded !== undefined
}

/** The text of a refund's log row; the Chinese one is that of this API family. */
const labelOf = (row: TaskRows[keyof TaskRows]): Words =>
  'mj_id' in row
    ? { zh: `构图失败 ${row.mj_id}`, en: `Drawing ${row.mj_id} failed` }
    : { zh: `异步任务执行失败 ${row.task_id}`, en: `Task ${row.task_id} failed` }
