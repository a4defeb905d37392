import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Drawing, listDrawings, listOwnDrawings } from '#contract/api/tasks.ts'
import type { Scope } from '#web/features/logs/rows/log-list.ts'
import { callList } from '#web/lib/api.ts'
import { requestOf, WATCH_MS } from '../task-list.ts'
import type { DrawingListState } from '../task-search.ts'
import { isUnderWay } from './drawing-marks.ts'

/** The default time range of the drawings. */
export const DRAWING_RANGE = '30d'

async function fetchDrawings(scope: Scope, state: DrawingListState, signal?: AbortSignal) {
  const { query: common, admin, start, end } = requestOf(state, DRAWING_RANGE)
  // Times of drawings are milliseconds, unlike other times.
  const times = { start_timestamp: start && start * 1000, end_timestamp: end && end * 1000 + 999 }
  const query = { ...common, mj_id: state.filters.mj_id, ...times }
  return scope === 'all'
    ? callList(listDrawings, { query: { ...query, ...admin } }, signal)
    : callList(listOwnDrawings, { query }, signal)
}

/** Fetches one page of the drawings, newest first; polls while one of them is running. */
export const drawingsQuery = (scope: Scope, state: DrawingListState) =>
  queryOptions({
    queryKey: ['drawings', scope, state],
    queryFn: ({ signal }) => fetchDrawings(scope, state, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.data.some((drawing: Drawing) => isUnderWay(drawing, Date.now())) && WATCH_MS,
  })
