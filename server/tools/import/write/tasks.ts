import type { Queryable } from '../../../platform/store/database.ts'
import type { ImportContext } from '../context.ts'
import { MIDJOURNEY_COLUMNS, mapMidjourney, mapTask, TASK_COLUMNS } from '../mapping/tasks.ts'
import { remark } from '../report.ts'
import { importPages } from './import-pages.ts'
import { fingerprint, type Origin, saveOrigin } from './origins.ts'

type Mapped = ReturnType<typeof mapTask> | ReturnType<typeof mapMidjourney>
const TABLES = {
  midjourneys: { columns: MIDJOURNEY_COLUMNS, map: mapMidjourney, kind: 'midjourney' },
  tasks: { columns: TASK_COLUMNS, map: mapTask, kind: 'task' },
} as const
type TaskTableName = keyof typeof TABLES

const DONE = '100%'

/** Imports drawings and tasks. What they cost is in the log. */
export async function importTasks(ctx: ImportContext): Promise<void> {
  for (const table of Object.keys(TABLES) as TaskTableName[]) {
    const { columns, map, kind } = TABLES[table]
    await importPages<Mapped, object>(ctx, {
      ...{ table, kind, columns },
      newIds: true,
      map: (rows) => rows.map((row) => map(row)),
      readFacts: async () => ({}),
      write: (trx, { origins }, task) => importTask(ctx, trx, table, origins.get(String(task.sourceId)), task),
    })
  }
}

async function importTask(
  ctx: ImportContext,
  trx: Queryable,
  table: TaskTableName,
  origin: Origin | undefined,
  task: Mapped,
) {
  const { ids, tally } = ctx
  const source_id = String(task.sourceId)
  const owner = ids.users.get(task.owner)
  if (owner === undefined) {
    tally.count('tasks', 'left_out')
    return tally.note('tasks', [remark('task_owner', `#${source_id}`)])
  }
  const state = fingerprint([task.columns])
  if (origin?.state === state) return tally.count('tasks', 'same')
  tally.count('tasks', origin ? 'updated' : 'taken')
  if (task.columns.progress !== DONE) tally.note('tasks', [remark('task_open', `#${source_id}`)])
  if (ctx.dry) return
  const token = ids.tokens.get(task.token)
  const row = {
    ...task.columns,
    user_id: owner,
    channel_id: ids.channels.get(task.channel) ?? 0,
    token_id: token?.owner === owner ? token.id : 0,
  }
  const target_id = origin ? await update(trx, table, origin.target_id, row) : await insert(trx, table, row)
  await saveOrigin(trx, ctx, TABLES[table].kind, { source_id, target_id, state })
}

// The columns are those of the table, which the types of a union cannot say.
async function insert(trx: Queryable, table: TaskTableName, row: object): Promise<number> {
  const { id } = await trx
    .insertInto(table)
    .values(row as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function update(trx: Queryable, table: TaskTableName, id: number, row: object): Promise<number> {
  await trx
    .updateTable(table)
    .set(row as never)
    .where('id', '=', id)
    .execute()
  return id
}
