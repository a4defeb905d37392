import { queryOptions } from '@tanstack/react-query'
import { getBilling } from '#contract/api/payment-receipts.ts'
import { call } from '#web/lib/api.ts'

/** What own receipts are made out to. */
export const billingQuery = queryOptions({
  queryKey: ['self', 'billing'],
  queryFn: ({ signal }) => call(getBilling, {}, signal),
})
