import { deleteOldUnpaid } from '../money/unpaid.ts'
import { every, type Job } from './job.ts'

/** Deletes unpaid answers that no longer count against their account. */
export const deleteOldUnpaidAnswers: Job = {
  name: 'forget-unpaid-answers',
  next: every(3600),
  run: ({ store }) => deleteOldUnpaid(store.db, Date.now()),
}
