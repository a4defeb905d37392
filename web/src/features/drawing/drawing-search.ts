import { RANGES } from '#web/features/logs/log-search.ts'
import { parseRow } from '#web/features/tasks/parse-row.ts'
import { integer, oneOf, text } from '#web/ui/table/filters.ts'
import { type ListSpec, type ListState, parseListSearch } from '#web/ui/table/list-search.ts'

// Read by the router before any page is there: what is imported here is downloaded by every page.

/** What the URL of the drawing log may say. Times are Unix seconds; `channel` counts for administrators only. */
export const drawingList = {
  filters: {
    channel: integer({ min: 1 }),
    mj_id: text(),
    status: text(),
    range: oneOf(RANGES),
    from: integer({ min: 0 }),
    to: integer({ min: 0 }),
  },
  sorts: [],
} satisfies ListSpec

export type DrawingListState = ListState<(typeof drawingList)['filters']>

/** The search part of its URL, with the row that is open. */
export const parseDrawingSearch = (raw: Record<string, unknown>) => ({
  ...parseListSearch(drawingList, raw),
  ...parseRow(raw),
})
