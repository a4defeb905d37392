import { deleteTrafficBefore } from '../traffic/queries.ts'
import { every, type Job } from './job.ts'

const DAY = 86_400
/** The status page shows 90 days; operators compare a month with the one a year before. */
const KEPT_DAYS = 400

/** Deletes hours of the traffic that no page shows any more. */
export const deleteOldTraffic: Job = {
  name: 'delete-old-traffic',
  next: every(DAY),
  run: ({ store }) => deleteTrafficBefore(store.db, Math.floor(Date.now() / 1000) - KEPT_DAYS * DAY),
}
