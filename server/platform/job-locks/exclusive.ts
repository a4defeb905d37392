import { nowInSeconds } from '#server/platform/clock.ts'
import { randomText } from '../http/request-id.ts'
import type { Store } from '../store/database.ts'
import { databaseNow } from '../store/database-seconds.ts'
import { AT_ANY_TIME, isHeld, registerJobs, releaseJob, takeJob } from './job-lock.ts'
import { withRenewedLock } from './with-renewed-lock.ts'

/**
 * Starts work that must not run twice at once on any node. Resolves to an object with a promise of the work's end,
 * so that it is not awaited by accident; undefined = it is running already. The lock of a node that dies expires
 * by itself, so the work cannot seem to run forever. `signal` fires some time after the lock was lost; `isOurs`
 * reads the lock at once, and is also false after `stopExclusive`.
 */
export async function startExclusive(
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
  // The row is always due, so `next_run` is free to store when the work last began, by the clock of the node that
  // runs it.
  const begun = nowInSeconds()
  await db.updateTable('jobs').set({ next_run: begun }).where('name', '=', name).where('holder', '=', holder).execute()
  const isOurs = async () => {
    const held = db.selectFrom('jobs').select('name').where('name', '=', name).where('holder', '=', holder)
    return (await held.executeTakeFirst()) !== undefined
  }
  const ended = withRenewedLock(store, { name, holder }, (lost) => work(lost, isOurs))
  return { ended: ended.finally(() => releaseJob(db, name, holder)) }
}

/** Cancels such work on whichever node runs it. */
export async function stopExclusive(store: Pick<Store, 'db'>, name: string): Promise<void> {
  await store.db.updateTable('jobs').set({ holder: '', lease_until: 0 }).where('name', '=', name).execute()
}

/** Returns whether such work runs on some node, and when it last began (unix seconds, 0 = never). */
export async function readExclusiveState(
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
