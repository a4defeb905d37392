import { importState } from '#contract/api/imports.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'

const RUNNING_MS = 1000
const IDLE_MS = 30_000

/** The last import, read every second while one runs. */
export const importQuery = endpointQuery(
  ['import'],
  importState,
  {},
  { refetchInterval: ({ state }) => (state.data?.running ? RUNNING_MS : IDLE_MS) },
)
