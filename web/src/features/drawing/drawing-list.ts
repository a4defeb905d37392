import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Drawing, listDrawings, listOwnDrawings } from '#contract/api/tasks.ts'
import type { Scope } from '#web/features/logs/rows/log-list.ts'
import { windowOf } from '#web/features/logs/rows/time-range.ts'
import { WATCH_MS } from '#web/features/tasks/watch.ts'
import { callList } from '#web/lib/api.ts'
import { isUnderWay } from './drawing-marks.ts'
import type { DrawingListState } from './drawing-search.ts'

/** The default time range of the list. */
export const INITIAL = '30d'

function fetchDrawings(scope: Scope, { page, size, filters }: DrawingListState, signal?: AbortSignal) {
  const { channel, username, mj_id, status, ...time } = filters
  const { start, end } = windowOf({ ...time, initial: INITIAL }, Math.floor(Date.now() / 1000))
  const query = {
    p: page - 1,
    page_size: size,
    mj_id,
    status,
    // Times of drawings are milliseconds, unlike other times.
    start_timestamp: start && start * 1000,
    end_timestamp: end && end * 1000 + 999,
  }
  return scope === 'all'
    ? callList(listDrawings, { query: { ...query, channel_id: channel, username } }, signal)
    : callList(listOwnDrawings, { query }, signal)
}

/** Fetches one page of the drawing log, newest first. Polls while a task on it is running. */
export const drawingsQuery = (scope: Scope, state: DrawingListState) =>
  queryOptions({
    queryKey: ['drawings', scope, state],
    queryFn: ({ signal }) => fetchDrawings(scope, state, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => data?.data.some(isWatched) && WATCH_MS,
  })

const isWatched = (drawing: Drawing) => isUnderWay(drawing, Date.now())
