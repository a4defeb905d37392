import type { Selectable, Updateable } from 'kysely'
import type { Words } from '#contract/words.ts'
import type { MidjourneyTable, TaskTable } from '../../money/accounting/task-tables.ts'
import type { Platform } from '../../platform/platform.ts'
import { changeOpenDrawing, changeOpenTask } from './queries.ts'
import { refundTask } from './refund.ts'

/** The tables of the platforms' tasks. */
interface TaskTables {
  midjourneys: { row: Selectable<MidjourneyTable>; set: Updateable<MidjourneyTable> }
  tasks: { row: Selectable<TaskTable>; set: Updateable<TaskTable> }
}

/**
 * Changes a task if it is unchanged since it was read, so that of simultaneous polls and callbacks one counts, and
 * a finished task never changes again. A failure, its refund and the refund's log row are one transaction. Returns
 * whether the change was applied.
 */
export async function changeTask<Table extends keyof TaskTables>(
  services: Platform,
  table: Table,
  row: TaskTables[Table]['row'],
  { failed, set }: { failed: boolean; set: TaskTables[Table]['set'] },
): Promise<boolean> {
  const { store, bus, options } = services
  const refunded = await store.db.transaction().execute(async (trx) => {
    const changed =
      table === 'midjourneys'
        ? await changeOpenDrawing(trx, row, set as Updateable<MidjourneyTable>)
        : await changeOpenTask(trx, row, set as Updateable<TaskTable>)
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
const labelOf = (row: Selectable<MidjourneyTable> | Selectable<TaskTable>): Words =>
  'mj_id' in row
    ? { zh: `构图失败 ${row.mj_id}`, en: `Drawing ${row.mj_id} failed` }
    : { zh: `异步任务执行失败 ${row.task_id}`, en: `Task ${row.task_id} failed` }
