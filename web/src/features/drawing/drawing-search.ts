import { RANGES } from '#web/features/logs/rows/log-search.ts'
import { parseRow } from '#web/features/tasks/parse-row.ts'
import { integer, oneOf, text } from '#web/ui/table/search/filters.ts'
import { type ListSpec, type ListState, parseListSearch } from '#web/ui/table/search/list-search.ts'

// The router loads this file before any page: its imports are downloaded with every page.

/**
 * The search parameters of the drawing log's URL. Times are Unix seconds; `channel` and `username` apply to
 * administrators only.
 */
export const drawingList = {
  filters: {
    channel: integer({ min: 1 }),
    username: text(),
    mj_id: text(),
    status: text(),
    range: oneOf(RANGES),
    from: integer({ min: 0 }),
    to: integer({ min: 0 }),
  },
  sorts: [],
} satisfies ListSpec

export type DrawingListState = ListState<(typeof drawingList)['filters']>

/** Parses the search part of the URL, including the open row. */
export const parseDrawingSearch = (raw: Record<string, unknown>) => ({
  ...parseListSearch(drawingList, raw),
  ...parseRow(raw),
})
