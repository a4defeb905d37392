import { queryOptions } from '@tanstack/react-query'
import { getOrder } from '#contract/api/topup.ts'
import { call } from '#web/lib/api.ts'

/** An order by its id: one's own, or anybody's for administrators. */
export const receiptQuery = (id: number) =>
  queryOptions({
    queryKey: ['wallet', 'receipt', id],
    queryFn: ({ signal }) => call(getOrder, { params: { id } }, signal),
    retry: false,
  })
