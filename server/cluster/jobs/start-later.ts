import type { Calls } from '../../calls/calls.ts'
import type { Money } from '../../money/money.ts'
import type { Platform } from '../../platform/platform.ts'
import { type Scheduler, startJobs } from './scheduler.ts'

/** The first calls of a server that starts go before its jobs, whose modules take as long to load as all others together. */
const DELAY_MS = 3000

/** Starts the scheduler of all jobs some seconds after the server; tries again while the database cannot be reached. */
export function startJobsLater(services: Platform & Money & Calls, delayMs = DELAY_MS): Pick<Scheduler, 'stop'> {
  const { log } = services
  let starting: Promise<Scheduler | undefined> = Promise.resolve(undefined)
  let stopped = false
  let timer = setTimeout(start, delayMs)

  async function start() {
    starting = open().catch((error) => {
      log.warn({ error: String(error) }, 'jobs could not be started')
      if (!stopped) timer = setTimeout(start, delayMs)
      return undefined
    })
  }
  async function open() {
    const { jobs } = await import('./all.ts')
    return stopped ? undefined : startJobs(services, jobs)
  }
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await (await starting)?.stop()
    },
  }
}
