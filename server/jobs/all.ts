import { checkBooks } from './check-books.ts'
import { testChannels, updateChannelBalances } from './check-channels.ts'
import { deleteOldTraffic } from './delete-old-traffic.ts'
import { deleteOldUnpaidAnswers } from './delete-old-unpaid.ts'
import type { Job } from './job.ts'
import { pollDrawingTasks } from './poll-drawings.ts'
import { pollSongTasks } from './poll-songs.ts'
import { queryOrders } from './query-orders.ts'
import { reconcileOrders } from './reconcile-orders.ts'
import { remindLowBalance } from './remind-low-balance.ts'

/** Every job of the server. */
export const jobs: readonly Job[] = [
  checkBooks,
  deleteOldTraffic,
  deleteOldUnpaidAnswers,
  pollDrawingTasks,
  pollSongTasks,
  queryOrders,
  reconcileOrders,
  remindLowBalance,
  testChannels,
  updateChannelBalances,
]
