import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type AlertSetup, getAlertSetup, handleAlert, listAlerts } from '#contract/api/alerts.ts'
import { setupQuery } from '#web/features/setup/setup-query.ts'
import { refresh } from '#web/lib/after-write.ts'
import { call, callList } from '#web/lib/api.ts'
import type { AlertListState } from './alert-search.ts'

const LIST_KEY = ['alerts', 'list'] as const
const LOOK_MS = 30_000

/** One page of the alerts, newest first. */
export const alertsQuery = ({ page, size, filters: { state, kind = '' } }: AlertListState) =>
  queryOptions({
    queryKey: [...LIST_KEY, { page, size, state, kind }],
    queryFn: ({ signal }) =>
      callList(listAlerts, { query: { p: page - 1, page_size: size, state: state ?? '', kind } }, signal),
    placeholderData: keepPreviousData,
    staleTime: 1000,
    refetchInterval: LOOK_MS,
  })

/** All rules and sinks. */
export const alertSetupQuery = queryOptions({
  queryKey: ['alerts', 'setup'],
  queryFn: ({ signal }) => call(getAlertSetup, {}, signal),
})

/** What is done with an alert. */
export interface Handling {
  id: number
  acknowledged?: boolean
  silence_minutes?: number
}

/** Acknowledges and silences alerts. The query cache reports failures. */
export function useHandleAlert() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: Handling) => call(handleAlert, { params: { id }, body }),
    onSettled: () => {
      void refresh(client, { queryKey: LIST_KEY })
      void refresh(client, setupQuery)
    },
  })
}

/** Puts the answer of a change of rules or sinks in place of what is shown. */
export function useStoreSetup(): (state: AlertSetup) => void {
  const client = useQueryClient()
  return (state) => {
    client.setQueryData(alertSetupQuery.queryKey, state)
    void refresh(client, { queryKey: LIST_KEY })
  }
}
