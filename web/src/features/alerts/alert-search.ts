import type { ListSpec, ListState } from '#web/ui/table/search/list-search.ts'
import { oneOf, text } from '#web/ui/table/search/list-search.ts'

// The router loads this file before any page: its imports are downloaded with every page.

export const ALERT_STATES = ['open', 'resolved'] as const

/** The search parameters of the URL of the alerts. */
export const alertList = {
  filters: { state: oneOf(ALERT_STATES), kind: text() },
  sorts: [],
  opens: true,
} satisfies ListSpec

export type AlertListState = ListState<(typeof alertList)['filters']>
