import { randomText } from '../http/request-id.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { isHeld, LEASE_SECONDS, registerJobs, releaseJob, renewJob, takeJob } from './lease.ts'

const RENEW_MS = (LEASE_SECONDS * 1000) / 3
const seconds = () => Math.floor(Date.now() / 1000)

/**
 * Begins work that must not run twice at once, on whatever node it is asked for. Answers a promise of its end, in an
 * object so that nobody waits for it by accident; undefined = it is running already. The lease of a node that dies runs
 * out by itself, so that the work cannot seem to run for ever. `signal` fires when the lease was lost.
 */
export async function beginAlone(
  services: Pick<Services, 'store'>,
  name: string,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<{ ended: Promise<void> } | undefined> {
  const { db } = services.store
  const holder = randomText(16)
  const begun = seconds()
  await registerJobs(db, [{ name, next: () => 0, run: async () => {} }], begun)
  if (!(await takeJob(db, name, holder, { now: begun, latest: begun }))) return undefined
  // A row that is always due: `next_run` has room for when the work last began.
  await db.updateTable('jobs').set({ next_run: begun }).where('name', '=', name).where('holder', '=', holder).execute()
  return { ended: hold(db, name, holder, work) }
}

async function hold(
  db: Database,
  name: string,
  holder: string,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const lost = new AbortController()
  const renewal = setInterval(() => {
    renewJob(db, name, holder, seconds())
      .then((kept) => kept || lost.abort())
      .catch(() => lost.abort())
  }, RENEW_MS)
  try {
    await work(lost.signal)
  } finally {
    clearInterval(renewal)
    await releaseJob(db, name, holder)
  }
}

/** Whether such work runs on some node, and when it last began (unix seconds, 0 = never). */
export async function stateOfWork(db: Database, name: string): Promise<{ running: boolean; begun: number }> {
  const row = await db
    .selectFrom('jobs')
    .select(['lease_until', 'next_run'])
    .where('name', '=', name)
    .executeTakeFirst()
  return { running: isHeld(row?.lease_until ?? 0, seconds()), begun: row?.next_run ?? 0 }
}
