import { every } from '../async/ticker.ts'
import type { Store } from '../store/database.ts'
import { databaseNow } from '../store/database-seconds.ts'
import { LOCK_SECONDS, renewJob } from './job-lock.ts'

const RENEW_MS = (LOCK_SECONDS * 1000) / 3

/** Runs work while renewing the lock of a job that was taken. `signal` fires when the lock is lost. */
export async function withRenewedLock(
  store: Pick<Store, 'db' | 'engine'>,
  { name, holder }: { name: string; holder: string },
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const lost = new AbortController()
  async function renew(): Promise<void> {
    if (!(await renewJob(store.db, name, holder, await databaseNow(store)))) lost.abort()
  }
  const stop = every(RENEW_MS, renew, () => lost.abort())
  try {
    await work(lost.signal)
  } finally {
    void stop()
  }
}
