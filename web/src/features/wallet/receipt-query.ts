import { listReceipts } from '#contract/api/payment-receipts.ts'
import { getOrder } from '#contract/api/topup.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'

/** An order by its id: one's own, or anybody's for administrators. */
export const receiptQuery = (id: number) =>
  endpointQuery(['wallet', 'receipt', id], getOrder, { params: { id } }, { retry: false })

/** The receipt of an order and its credit notes; none while it is unpaid. */
export const numberedReceiptsQuery = (id: number) =>
  endpointQuery(['wallet', 'receipt', id, 'numbered'], listReceipts, { params: { id } }, { retry: false })
