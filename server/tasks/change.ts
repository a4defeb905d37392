import type { Selectable, Updateable } from 'kysely'
import type { Words } from '#contract/words.ts'
import type { Services } from '../services.ts'
import type { MidjourneyTable, TaskTable } from '../store/task-tables.ts'
import { lockOpenDrawing, lockOpenTask } from './queries.ts'
import { refundTask } from './refund.ts'

/** What a platform's answer makes of a task. A failed one gives its charge back. */
export interface Change<Table> {
  failed: boolean
  set: Updateable<Table>
}

/** Where the tasks of a platform are, and how their refunds are worded. */
interface Kinds {
  midjourneys: { row: Selectable<MidjourneyTable>; set: Updateable<MidjourneyTable> }
  tasks: { row: Selectable<TaskTable>; set: Updateable<TaskTable> }
}

/**
 * Changes a task if it is still as it was read, so that of polls and callbacks at the same time one counts, and none that
 * is over changes again. A failure, its refund and the refund's log row are one transaction. Answers whether it counted.
 */
export async function changeTask<Table extends keyof Kinds>(
  services: Services,
  table: Table,
  row: Kinds[Table]['row'],
  { failed, set }: { failed: boolean; set: Kinds[Table]['set'] },
): Promise<boolean> {
  const { store, bus, options } = services
  const refunded = await store.db.transaction().execute(async (trx) => {
    const changed =
      table === 'midjourneys'
        ? await lockOpenDrawing(trx, row, set as Updateable<MidjourneyTable>)
        : await lockOpenTask(trx, row, set as Updateable<TaskTable>)
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

/** The words of the log row of a refund; the Chinese ones are those of this API family. */
const labelOf = (row: Selectable<MidjourneyTable> | Selectable<TaskTable>): Words =>
  'mj_id' in row
    ? { zh: `构图失败 ${row.mj_id}`, en: `Drawing ${row.mj_id} failed` }
    : { zh: `异步任务执行失败 ${row.task_id}`, en: `Task ${row.task_id} failed` }
