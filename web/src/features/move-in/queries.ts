import { queryOptions } from '@tanstack/react-query'
import { importState } from '#contract/api/imports.ts'
import { call } from '#web/lib/api.ts'

const RUNNING_MS = 1000
const IDLE_MS = 30_000

/** The last import, read every second while one runs. */
export const importQuery = queryOptions({
  queryKey: ['import'],
  queryFn: ({ signal }) => call(importState, {}, signal),
  refetchInterval: ({ state }) => (state.data?.running ? RUNNING_MS : IDLE_MS),
})
