import type { Task } from '#contract/api/tasks.ts'
import type { TagColour } from '#web/ui/tag-colour.ts'
import { FORGOTTEN_MS } from './watch.ts'

/** The statuses of a task with their colours; an empty status means `SUBMITTING`. */
export const STATUS_COLOURS = {
  SUBMITTING: 'grey',
  NOT_START: 'grey',
  SUBMITTED: 'yellow',
  QUEUED: 'yellow',
  IN_PROGRESS: 'blue',
  SUCCESS: 'green',
  FAILURE: 'red',
  UNKNOWN: 'red',
} as const satisfies Record<string, TagColour>
export type TaskStatus = keyof typeof STATUS_COLOURS

export const ACTIONS = ['MUSIC', 'LYRICS'] as const
export type TaskAction = (typeof ACTIONS)[number]

/** Platform names as the vendors write them. */
export const PLATFORMS: Partial<Record<string, string>> = { suno: 'Suno' }

/** Returns the status; unrecognised values become UNKNOWN. */
export function statusOf({ status }: Pick<Task, 'status'>): TaskStatus {
  if (status === '') return 'SUBMITTING'
  return Object.hasOwn(STATUS_COLOURS, status) ? (status as TaskStatus) : 'UNKNOWN'
}

/** Returns the action; null for unrecognised values. */
export const actionOf = ({ action }: Pick<Task, 'action'>): TaskAction | null =>
  ACTIONS.find((known) => known === action) ?? null

export const hasFailed = ({ status }: Pick<Task, 'status'>) => status === 'FAILURE'

/** Returns whether a task may still change at the time `now` (Unix seconds). */
export const isUnderWay = (task: Pick<Task, 'status' | 'submit_time'>, now: number) =>
  !['SUCCESS', 'FAILURE', 'UNKNOWN'].includes(statusOf(task)) && (now - task.submit_time) * 1000 < FORGOTTEN_MS
