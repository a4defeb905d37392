import { secondFactor } from '#contract/api/second-factor.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'

/** Fetches the account's second factors. */
export const secondFactorQuery = endpointQuery(['self', 'factor'], secondFactor, {})
