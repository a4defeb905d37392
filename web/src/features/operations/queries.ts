import { listEstimates } from '#contract/api/estimates.ts'
import { getNodeHealth } from '#contract/api/nodes.ts'
import { watchdogState } from '#contract/api/watchdog.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'

const REFRESH_MS = 5000
const IDLE_MS = 30_000
const CHECKING_MS = 1000

/** The state of the node that answers, read again every few seconds while the page is visible. */
export const nodeHealthQuery = endpointQuery(['node'], getNodeHealth, {}, { refetchInterval: REFRESH_MS })

/** What estimates have learned. */
export const estimatesQuery = endpointQuery(['estimates'], listEstimates, {}, { refetchInterval: IDLE_MS })

/** The last report about the books; read every second while a check runs. */
export const booksQuery = endpointQuery(
  ['books'],
  watchdogState,
  {},
  { refetchInterval: ({ state }) => (state.data?.running ? CHECKING_MS : IDLE_MS) },
)
