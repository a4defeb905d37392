import { queryOptions } from '@tanstack/react-query'
import { listReceipts } from '#contract/api/payment-receipts.ts'
import { getOrder } from '#contract/api/topup.ts'
import { call } from '#web/lib/api.ts'

/** An order by its id: one's own, or anybody's for administrators. */
export const receiptQuery = (id: number) =>
  queryOptions({
    queryKey: ['wallet', 'receipt', id],
    queryFn: ({ signal }) => call(getOrder, { params: { id } }, signal),
    retry: false,
  })

/** The receipt of an order and its credit notes; none while it is unpaid. */
export const numberedReceiptsQuery = (id: number) =>
  queryOptions({
    queryKey: ['wallet', 'receipt', id, 'numbered'],
    queryFn: ({ signal }) => call(listReceipts, { params: { id } }, signal),
    retry: false,
  })
