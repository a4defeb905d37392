import type { Database } from '../store/database.ts'
import type { Job } from './job.ts'

/** Seconds after which a job of a node that died may be taken over. */
export const LEASE_SECONDS = 60

/** Gives each job its row. A run that was missed while no node lived is due at once. */
export async function registerJobs(db: Database, jobs: readonly Job[], now: number): Promise<void> {
  await db
    .insertInto('jobs')
    .values(jobs.map((job) => ({ name: job.name, next_run: job.next(now) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Names of the jobs that are due and that nobody holds. */
export async function listDueJobs(db: Database, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('jobs')
    .select('name')
    .where('next_run', '<=', now)
    .where('lease_until', '<=', now)
    .execute()
  return rows.map((row) => row.name)
}

/** Takes a due job. false = another node was faster. */
export async function takeJob(db: Database, name: string, holder: string, now: number): Promise<boolean> {
  const taken = await db
    .updateTable('jobs')
    .set({ holder, lease_until: now + LEASE_SECONDS })
    .where('name', '=', name)
    .where('next_run', '<=', now)
    .where('lease_until', '<=', now)
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n
}

/** Says that the holder still works. false = the lease had run out and another node has taken the job. */
export async function renewJob(db: Database, name: string, holder: string, now: number): Promise<boolean> {
  const renewed = await db
    .updateTable('jobs')
    .set({ lease_until: now + LEASE_SECONDS })
    .where('name', '=', name)
    .where('holder', '=', holder)
    .executeTakeFirst()
  return renewed.numUpdatedRows > 0n
}

/** Lets go of a job; without `nextRun` it stays due, for another node to go on. */
export async function releaseJob(db: Database, name: string, holder: string, nextRun?: number): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ holder: '', lease_until: 0, ...(nextRun === undefined ? {} : { next_run: nextRun }) })
    .where('name', '=', name)
    .where('holder', '=', holder)
    .execute()
}
