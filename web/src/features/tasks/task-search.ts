import { RANGES } from '#web/features/logs/rows/log-search.ts'
import { integer, oneOf, text } from '#web/ui/table/search/filters.ts'
import { type ListSpec, type ListState, parseListSearch } from '#web/ui/table/search/list-search.ts'
import { parseRow } from './parse-row.ts'

// The router imports this before any page is open: every import here is downloaded on every page.

/**
 * The search parameters of the async tasks' URL. Times are Unix seconds; `channel` and `username` apply to
 * administrators only.
 */
export const taskList = {
  filters: {
    channel: integer({ min: 1 }),
    username: text(),
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

/** Parses the search part of the URL, including the open row. */
export const parseTaskSearch = (raw: Record<string, unknown>) => ({
  ...parseListSearch(taskList, raw),
  ...parseRow(raw),
})
