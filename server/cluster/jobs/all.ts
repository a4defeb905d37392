import { nowInSeconds } from '#server/platform/clock.ts'
import { pollDrawings } from '../../calls/tasks/midjourney/poll.ts'
import { pollSongs } from '../../calls/tasks/suno/poll.ts'
import { deleteTrafficBefore } from '../../calls/traffic/queries.ts'
import { deleteOldUnpaid } from '../../money/accounting/unpaid.ts'
import { buildSets } from '../../money/rollups/sets/build.ts'
import { compactIndexes } from '../../platform/store/compaction/compact-indexes.ts'
import { checkBooks } from './check-books.ts'
import { probeKeys, testChannels, updateChannelBalances } from './check-channels.ts'
import { daily, every, type Job } from './job.ts'
import { mailExpiringTokens } from './mail-expiring-tokens.ts'
import { numberReceipts } from './number-payment-receipts.ts'
import { queryOrders } from './query-orders.ts'
import { reconcileOrders } from './reconcile-orders.ts'
import { remindLowBalance } from './remind-low-balance.ts'
import { syncPrices } from './sync-prices.ts'
import { deleteOldAlerts, watchAlerts } from './watch-alerts.ts'

const DAY = 86_400
/** The status page shows 90 days; operators compare a month with the one a year before. */
const KEPT_TRAFFIC_DAYS = 400

/** Deletes hours of the traffic that no page shows any more. */
const deleteOldTraffic: Job = {
  name: 'delete-old-traffic',
  next: every(DAY),
  run: ({ store }) => deleteTrafficBefore(store.db, nowInSeconds() - KEPT_TRAFFIC_DAYS * DAY),
}

/** Deletes unpaid answers that no longer count against their account. */
const deleteOldUnpaidAnswers: Job = {
  name: 'forget-unpaid-answers',
  next: every(3600),
  run: ({ store }) => deleteOldUnpaid(store.db, Date.now()),
}

/** Sums the roll-ups of hours and days that are over, for lists and statistics. */
const sumRollups: Job = {
  name: 'sum-rollups',
  next: every(60),
  run: ({ store }, signal) => buildSets(store, nowInSeconds(), signal),
}

/** Builds indexes of PostgreSQL anew that are half empty, at a time with few calls. */
const compactHalfEmptyIndexes: Job = {
  name: 'compact-indexes',
  next: daily(4, 20),
  async run({ store, log }, signal) {
    const indexes = await compactIndexes(store, signal)
    if (indexes.length > 0) log.info({ indexes }, 'indexes were built anew')
  },
}

/** Updates drawing tasks and refunds failed ones. */
const pollDrawingTasks: Job = { name: 'poll-drawings', next: every(15), run: pollDrawings }

/** Updates songs and lyrics and refunds failed ones. */
const pollSongTasks: Job = { name: 'poll-songs', next: every(15), run: pollSongs }

/** Every job of the server. */
export const jobs: readonly Job[] = [
  checkBooks,
  compactHalfEmptyIndexes,
  deleteOldAlerts,
  deleteOldTraffic,
  deleteOldUnpaidAnswers,
  mailExpiringTokens,
  numberReceipts,
  pollDrawingTasks,
  pollSongTasks,
  probeKeys,
  queryOrders,
  reconcileOrders,
  remindLowBalance,
  sumRollups,
  syncPrices,
  testChannels,
  updateChannelBalances,
  watchAlerts,
]
