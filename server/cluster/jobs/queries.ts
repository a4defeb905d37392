import type { Database, Queryable } from '../../platform/store/database.ts'

/** A run of a job that ended: its start in Unix seconds, and "" or its error. */
export interface JobRun {
  at: number
  milliseconds: number
  node: string
  error: string
}

const MAX_ERROR = 1000

/** Stores how the last run of a job went. */
export async function recordRun(db: Database, name: string, run: JobRun): Promise<void> {
  await db
    .updateTable('jobs')
    .set({
      last_run: run.at,
      last_milliseconds: run.milliseconds,
      last_node: run.node,
      last_error: run.error.replaceAll('\0', '').slice(0, MAX_ERROR),
    })
    .where('name', '=', name)
    .execute()
}

/** Lists the rows of jobs by name. */
export const listJobRows = (db: Queryable, names: readonly string[]) =>
  db.selectFrom('jobs').selectAll().where('name', 'in', names).orderBy('name').execute()
