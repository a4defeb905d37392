import { nowInSeconds } from '#server/platform/clock.ts'
import { syncWhenDue } from '../../site/prices/sync/schedule.ts'
import { every, type Job } from './job.ts'

const CHECK_SECONDS = 60

/** Reads the public price lists on the operator's schedule. */
export const syncPrices: Job = {
  name: 'sync-prices',
  next: every(CHECK_SECONDS),
  run: (services) => syncWhenDue(services, nowInSeconds()),
}
