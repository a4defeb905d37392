import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listOwnTasks, listTasks, type Task } from '#contract/api/tasks.ts'
import type { Scope } from '#web/features/logs/rows/log-list.ts'
import type { Range } from '#web/features/logs/rows/log-search.ts'
import { windowOf } from '#web/features/logs/rows/time-range.ts'
import { callList } from '#web/lib/api.ts'
import { isUnderWay } from './task-marks.ts'
import type { DrawingListState, TaskListState } from './task-search.ts'

/** Polling interval while a task of the page is running. */
export const WATCH_MS = 5000

/** The part of a request that both lists share; `admin` is for administrators only. */
export function requestOf({ page, size, filters }: TaskListState | DrawingListState, initial?: Range) {
  const { channel, username, status, range, from, to } = filters
  const { start, end } = windowOf({ range, from, to, initial }, Math.floor(Date.now() / 1000))
  return { query: { p: page - 1, page_size: size, status }, admin: { channel_id: channel, username }, start, end }
}

async function fetchTasks(scope: Scope, state: TaskListState, signal?: AbortSignal) {
  const { query: common, admin, start, end } = requestOf(state)
  const { task_id, action } = state.filters
  const query = { ...common, task_id, action, start_timestamp: start, end_timestamp: end }
  return scope === 'all'
    ? callList(listTasks, { query: { ...query, ...admin } }, signal)
    : callList(listOwnTasks, { query }, signal)
}

/** Fetches one page of the tasks, newest first; polls while one of them is running. */
export const tasksQuery = (scope: Scope, state: TaskListState) =>
  queryOptions({
    queryKey: ['tasks', scope, state],
    queryFn: ({ signal }) => fetchTasks(scope, state, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.data.some((task: Task) => isUnderWay(task, Date.now() / 1000)) && WATCH_MS,
  })
