import { isPaidStatus } from '#contract/statuses.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import { adoptOrder, lockOrder } from '../../sales/topup/claims/ledger.ts'
import { issueCreditNotes } from '../../sales/topup/payment-receipts/issue.ts'
import { listUnnumbered } from '../../sales/topup/payment-receipts/queries.ts'
import { every, type Job } from './job.ts'

const DAYS = 30
const BATCH = 100

/** Numbers receipts of payments that a node of an older version has credited while nodes were replaced. */
export const numberReceipts: Job = {
  name: 'number-receipts',
  next: every(600),
  async run({ store, options }, signal) {
    const since = nowInSeconds() - DAYS * 86_400
    for (const { trade_no } of await listUnnumbered(store.db, since, BATCH)) {
      if (signal.aborted) return
      await store.db.transaction().execute(async (trx) => {
        const order = await lockOrder(trx, trade_no)
        if (order && isPaidStatus(order.status)) {
          await issueCreditNotes(trx, options.values, await adoptOrder(trx, order))
        }
      })
    }
  },
}
