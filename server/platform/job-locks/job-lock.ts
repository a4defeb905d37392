import type { ExpressionBuilder } from 'kysely'
import type { Database } from '../store/database.ts'
import type { Tables } from '../store/tables.ts'

/**
 * Every `now` here is the database's. If node clocks differed by more than a lock, one node would take over
 * another's running job.
 */

/** Seconds after which a job of a node that died may be taken over. */
export const LOCK_SECONDS = 60

/** Work with its own row in `jobs`: its name, and when it runs next, in unix seconds. */
interface PlannedJob {
  name: string
  next(now: number): number
}

/** Inserts the missing rows of jobs. A run that was missed while no node was running is due at once. */
export async function registerJobs(db: Database, jobs: readonly PlannedJob[], now: number): Promise<void> {
  await db
    .insertInto('jobs')
    .values(jobs.map((job) => ({ name: job.name, next_run: job.next(now) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A time that is further ahead of the plan than this counts as wrong, in seconds. */
const SKEW_SECONDS = 60
/** `latest` of work that may begin at any time, whatever its row says. */
export const AT_ANY_TIME = -SKEW_SECONDS - 1

/**
 * Matches the rows of jobs that may be taken: due, and not held. A time further ahead than any that would be
 * planned now was written by a clock that ran ahead, or before this clock was set back: waiting for it could take
 * years.
 */
const isFree = (now: number, latest: number) => (row: ExpressionBuilder<Tables, 'jobs'>) =>
  row.and([
    row.or([row('next_run', '<=', now), row('next_run', '>', latest + SKEW_SECONDS)]),
    row.or([row('lease_until', '<=', now), row('lease_until', '>', now + LOCK_SECONDS + SKEW_SECONDS)]),
  ])

/** Whether a lock that expires at `until` counts now. */
export const isHeld = (until: number, now: number) => until > now && until <= now + LOCK_SECONDS + SKEW_SECONDS

/** Lists the jobs that are due and not held. */
export async function listDueJobs<J extends PlannedJob>(db: Database, jobs: readonly J[], now: number): Promise<J[]> {
  if (jobs.length === 0) return []
  const rows = await db
    .selectFrom('jobs')
    .select('name')
    .where((row) => row.or(jobs.map((job) => row.and([row('name', '=', job.name), isFree(now, job.next(now))(row)]))))
    .execute()
  return jobs.filter(({ name }) => rows.some((row) => row.name === name))
}

/** Takes a due job, whose next run would be planned for `latest`. false = another node was faster. */
export async function takeJob(
  db: Database,
  name: string,
  holder: string,
  { now, latest }: { now: number; latest: number },
): Promise<boolean> {
  const taken = await db
    .updateTable('jobs')
    .set({ holder, lease_until: now + LOCK_SECONDS })
    .where('name', '=', name)
    .where(isFree(now, latest))
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n
}

/** Renews the holder's lock. false = the lock had expired and another node has taken the job. */
export async function renewJob(db: Database, name: string, holder: string, now: number): Promise<boolean> {
  const renewed = await db
    .updateTable('jobs')
    .set({ lease_until: now + LOCK_SECONDS })
    .where('name', '=', name)
    .where('holder', '=', holder)
    .executeTakeFirst()
  return renewed.numUpdatedRows > 0n
}

/** Releases a job; without `nextRun` it stays due, for another node to continue. */
export async function releaseJob(db: Database, name: string, holder: string, nextRun?: number): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ holder: '', lease_until: 0, ...(nextRun === undefined ? {} : { next_run: nextRun }) })
    .where('name', '=', name)
    .where('holder', '=', holder)
    .execute()
}
