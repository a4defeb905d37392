import { getSetup } from '#contract/api/setup.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'

/** The setup progress of this server; for root only. */
export const setupQuery = endpointQuery(['setup'], getSetup, {})
