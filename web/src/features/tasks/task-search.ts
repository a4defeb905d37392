import { RANGES } from '#web/features/logs/log-search.ts'
import { integer, oneOf, text } from '#web/ui/table/filters.ts'
import { type ListSpec, type ListState, parseListSearch } from '#web/ui/table/list-search.ts'
import { parseRow } from './parse-row.ts'

// Read by the router before any page is there: what is imported here is downloaded by every page.

/** What the URL of the async tasks may say. Times are Unix seconds; `channel` counts for administrators only. */
export const taskList = {
  filters: {
    channel: integer({ min: 1 }),
    task_id: text(),
    action: text(),
    status: text(),
    range: oneOf(RANGES),
    from: integer({ min: 0 }),
    to: integer({ min: 0 }),
  },
  sorts: [],
} satisfies ListSpec

export type TaskListState = ListState<(typeof taskList)['filters']>

/** The search part of their URL, with the row that is open. */
export const parseTaskSearch = (raw: Record<string, unknown>) => ({
  ...parseListSearch(taskList, raw),
  ...parseRow(raw),
})
