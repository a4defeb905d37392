import type { Calls } from '../../calls/calls.ts'
import type { Money } from '../../money/money.ts'
import { every } from '../../platform/async/ticker.ts'
import { randomText } from '../../platform/http/request-id.ts'
import { listDueJobs, registerJobs, releaseJob, takeJob } from '../../platform/job-locks/job-lock.ts'
import { withRenewedLock } from '../../platform/job-locks/with-renewed-lock.ts'
import type { Platform } from '../../platform/platform.ts'
import { databaseNow } from '../../platform/store/database-seconds.ts'
import type { Job } from './job.ts'
import { recordRun } from './queries.ts'

/** Runs the jobs of this node. */
export interface Scheduler {
  /** Checks for due jobs once; resolves when those that this node took have ended. */
  tick(): Promise<void>
  /** Aborts running jobs and releases them, so that another node can continue. */
  stop(): Promise<void>
}

const TICK_MS = 5000

/** Checks for due jobs every few seconds. Each runs on one node at a time, which holds the lock in its row. */
export async function startJobs(services: Platform & Money & Calls, jobs: readonly Job[]): Promise<Scheduler> {
  const { log, store } = services
  const { db } = store
  const holder = `${services.accounting.nodeId}-${randomText(8)}`
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()

  async function tick(): Promise<void> {
    const due = await listDueJobs(db, jobs, await databaseNow(store))
    await Promise.all(due.map(runIfFree))
  }

  function runIfFree(job: Job): Promise<void> {
    const run = takeAndRun(job).finally(() => running.delete(run))
    running.add(run)
    return run
  }

  async function takeAndRun(job: Job): Promise<void> {
    const now = await databaseNow(store)
    if (stopping.signal.aborted || !(await takeJob(db, job.name, holder, { now, latest: job.next(now) }))) return
    const run = (lost: AbortSignal) => job.run(services, AbortSignal.any([stopping.signal, lost]))
    const begun = performance.now()
    let failure = ''
    await withRenewedLock(store, { name: job.name, holder }, run).catch((error) => {
      failure = String(error)
      log.error({ job: job.name, error: failure }, 'a job failed')
    })
    if (!stopping.signal.aborted) {
      const milliseconds = Math.round(performance.now() - begun)
      await recordRun(db, job.name, { at: now, milliseconds, node: services.accounting.nodeId, error: failure })
    }
    await releaseJob(db, job.name, holder, stopping.signal.aborted ? undefined : job.next(await databaseNow(store)))
  }

  const tickOrWarn = () =>
    void tick().catch((error) => log.warn({ error: String(error) }, 'due jobs could not be read'))
  await registerJobs(db, jobs, await databaseNow(store))
  const stopTicking = every(TICK_MS, tickOrWarn)
  return {
    tick,
    async stop() {
      void stopTicking()
      stopping.abort()
      await Promise.allSettled(running)
    },
  }
}
