import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listOwnTasks, listTasks, type Task } from '#contract/api/tasks.ts'
import type { Scope } from '#web/features/logs/rows/log-list.ts'
import { windowOf } from '#web/features/logs/rows/time-range.ts'
import { callList } from '#web/lib/api.ts'
import { isUnderWay } from './task-marks.ts'
import type { TaskListState } from './task-search.ts'
import { WATCH_MS } from './watch.ts'

function fetchTasks(scope: Scope, { page, size, filters }: TaskListState, signal?: AbortSignal) {
  const { channel, username, task_id, action, status, ...time } = filters
  const { start, end } = windowOf(time, Math.floor(Date.now() / 1000))
  const query = {
    p: page - 1,
    page_size: size,
    ...{ task_id, action, status, start_timestamp: start, end_timestamp: end },
  }
  return scope === 'all'
    ? callList(listTasks, { query: { ...query, channel_id: channel, username } }, signal)
    : callList(listOwnTasks, { query }, signal)
}

/** One page of the tasks, newest first; polled while one of them is running. */
export const tasksQuery = (scope: Scope, state: TaskListState) =>
  queryOptions({
    queryKey: ['tasks', scope, state],
    queryFn: ({ signal }) => fetchTasks(scope, state, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => data?.data.some(isWatched) && WATCH_MS,
  })

const isWatched = (task: Task) => isUnderWay(task, Date.now() / 1000)
