import { randomText } from '../http/request-id.ts'
import type { Store } from '../store/database.ts'
import { databaseNow } from '../store/database-seconds.ts'
import { AT_ANY_TIME, isHeld, registerJobs, releaseJob, takeJob } from './lease.ts'
import { whileHeld } from './while-held.ts'

/**
 * Begins work that must not run twice at once, on whatever node it is asked for. Answers a promise of its end, in an
 * object so that nobody waits for it by accident; undefined = it is running already. The lease of a node that dies runs
 * out by itself, so that the work cannot seem to run for ever. `signal` fires some time after the lease was lost;
 * `isOurs` asks at once, and also says no after `endWork`.
 */
export async function beginAlone(
  services: { store: Store },
  name: string,
  work: (signal: AbortSignal, isOurs: () => Promise<boolean>) => Promise<void>,
): Promise<{ ended: Promise<void> } | undefined> {
  const { store } = services
  const { db } = store
  const holder = randomText(16)
  const now = await databaseNow(store)
  await registerJobs(db, [{ name, next: () => 0 }], now)
  if (!(await takeJob(db, name, holder, { now, latest: AT_ANY_TIME }))) return undefined
  // A row that is always due: `next_run` has room for when the work last began, by the clock of who does it.
  const begun = Math.floor(Date.now() / 1000)
  await db.updateTable('jobs').set({ next_run: begun }).where('name', '=', name).where('holder', '=', holder).execute()
  const isOurs = async () => {
    const held = db.selectFrom('jobs').select('name').where('name', '=', name).where('holder', '=', holder)
    return (await held.executeTakeFirst()) !== undefined
  }
  const ended = whileHeld(store, { name, holder }, (lost) => work(lost, isOurs))
  return { ended: ended.finally(() => releaseJob(db, name, holder)) }
}

/** Takes such work from whoever does it, on whatever node. */
export async function endWork(store: Pick<Store, 'db'>, name: string): Promise<void> {
  await store.db.updateTable('jobs').set({ holder: '', lease_until: 0 }).where('name', '=', name).execute()
}

/** Whether such work runs on some node, and when it last began (unix seconds, 0 = never). */
export async function stateOfWork(
  store: Pick<Store, 'db' | 'engine'>,
  name: string,
): Promise<{ running: boolean; begun: number }> {
  const row = await store.db
    .selectFrom('jobs')
    .select(['lease_until', 'next_run'])
    .where('name', '=', name)
    .executeTakeFirst()
  return { running: isHeld(row?.lease_until ?? 0, await databaseNow(store)), begun: row?.next_run ?? 0 }
}
