import type { Store } from '../store/database.ts'
import { databaseNow } from '../store/database-seconds.ts'
import { LEASE_SECONDS, renewJob } from './lease.ts'

const RENEW_MS = (LEASE_SECONDS * 1000) / 3

/** Runs work while renewing the lease of a job that was taken. `signal` fires when the lease is lost. */
export async function withRenewedLease(
  store: Pick<Store, 'db' | 'engine'>,
  { name, holder }: { name: string; holder: string },
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const lost = new AbortController()
  const renewal = setInterval(() => {
    databaseNow(store)
      .then((now) => renewJob(store.db, name, holder, now))
      .then((kept) => kept || lost.abort())
      .catch(() => lost.abort())
  }, RENEW_MS)
  try {
    await work(lost.signal)
  } finally {
    clearInterval(renewal)
  }
}
