import { RANGES } from '#web/features/logs/rows/log-search.ts'
import type { ListSpec, ListState } from '#web/ui/table/search/list-search.ts'
import { integer, oneOf, text } from '#web/ui/table/search/list-search.ts'

// The router imports this before any page is open: every import here is downloaded on every page.

/** What both lists filter by. Times are Unix seconds; `channel` and `username` apply to administrators only. */
const common = {
  channel: integer({ min: 1 }),
  username: text(),
  status: text(),
  range: oneOf(RANGES),
  from: integer({ min: 0 }),
  to: integer({ min: 0 }),
}

/** The search parameters of the async tasks' URL. */
export const taskList = {
  filters: { ...common, task_id: text(), action: text() },
  sorts: [],
  opens: true,
} satisfies ListSpec

/** The search parameters of the URL of the drawings. */
export const drawingList = { filters: { ...common, mj_id: text() }, sorts: [], opens: true } satisfies ListSpec

export type TaskListState = ListState<(typeof taskList)['filters']>
export type DrawingListState = ListState<(typeof drawingList)['filters']>
