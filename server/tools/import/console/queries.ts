import type { ImportRun } from '#contract/api/imports.ts'
import type { ImportReport } from '#contract/import/report.ts'
import type { Queryable } from '../../../platform/store/database.ts'
import type { ImportRunRow } from '../tables.ts'

/** What is kept in the column of the report while a run goes on. */
interface Progress {
  step: string
  read: number
}

/** The last run of all nodes. */
export async function findLastRun(db: Queryable): Promise<ImportRun | undefined> {
  const row = await db.selectFrom('import_runs').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row && presentRun(row)
}

function presentRun({ actor_id: _, report, dry_run, outcome, ...row }: ImportRunRow): ImportRun {
  const kept = report === '' ? {} : (JSON.parse(report) as Partial<ImportReport & Progress>)
  const { step = '', read = 0 } = kept
  return {
    ...row,
    dry_run: dry_run !== 0,
    outcome: outcome as ImportRun['outcome'],
    step,
    read,
    ...(kept.kinds && { report: kept as ImportReport }),
  }
}

/** Keeps how far a run is. */
export async function storeProgress(db: Queryable, id: number, progress: Progress): Promise<void> {
  await db
    .updateTable('import_runs')
    .set({ report: JSON.stringify(progress) })
    .where('id', '=', id)
    .execute()
}
