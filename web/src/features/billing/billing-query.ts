import { getBilling } from '#contract/api/payment-receipts.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'

/** What own receipts are made out to. */
export const billingQuery = endpointQuery(['self', 'billing'], getBilling, {})
