import { forgetUnpaid } from '../money/unpaid.ts'
import { every, type Job } from './job.ts'

/** Deletes unpaid answers that do not count against their account any more. */
export const forgetUnpaidAnswers: Job = {
  name: 'forget-unpaid-answers',
  next: every(3600),
  run: ({ store }) => forgetUnpaid(store.db, Date.now()),
}
