import { storableId, storableJson, storableSeconds, storableText, toMembers } from '../stored-values.ts'

/** A Suno platform's answer about a task, in the columns of our table. */
export interface SongAnswer {
  task_id: string
  status: string
  fail_reason: string
  /** Unix seconds, 0 = unknown. */
  start_time: number
  finish_time: number
  data: string
}

/** Songs come with their lyrics and a dozen URLs each. */
const MAX_DATA = 500_000

/** Reads a task of Suno-API (its `entity` package); undefined = not such a task. */
export function readSong(value: unknown): SongAnswer | undefined {
  const task = toMembers(value)
  const task_id = storableId(task.task_id)
  if (!task_id) return undefined
  return {
    task_id,
    status: storableText(task.status, 20),
    fail_reason: storableText(task.fail_reason),
    start_time: storableSeconds(task.start_time),
    finish_time: storableSeconds(task.finish_time),
    data: storableJson(task.data, MAX_DATA),
  }
}
