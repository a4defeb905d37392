import { names } from '#contract/name-list.ts'
import type { MidjourneyTable, TaskTable } from '../../../money/accounting/task-tables.ts'
import type { Row } from '../source/reader.ts'
import { integer, text } from './row.ts'

export const TASK_COLUMNS = names(`
  created_at updated_at task_id platform user_id channel_id quota action status fail_reason submit_time start_time
  finish_time progress properties data token_id
`)
export const MIDJOURNEY_COLUMNS = names(`
  code user_id action mj_id prompt prompt_en description state submit_time start_time finish_time image_url video_url
  status progress fail_reason channel_id quota buttons properties token_id
`)

/** The columns that a source has; nothing was charged here, so nothing is refunded here. */
type Own<Table> = Omit<
  Table,
  'id' | 'user_id' | 'channel_id' | 'token_id' | 'token_limited' | 'model_name' | 'charged_at' | 'cost'
>

/** A task as it will be here; ids are those of the source. */
export interface MappedTask<Columns> {
  sourceId: number
  owner: number
  channel: number
  token: number
  columns: Columns
}

const idsOf = (row: Row) => ({
  sourceId: integer(row, 'id'),
  owner: integer(row, 'user_id'),
  channel: integer(row, 'channel_id'),
  token: integer(row, 'token_id'),
})

/** one-hub counts the progress as a number. */
function progressOf(row: Row): string {
  const progress = text(row, 'progress').trim()
  return /^\d+$/.test(progress) ? `${progress}%` : progress
}

export function mapTask(row: Row): MappedTask<Own<TaskTable>> {
  return {
    ...idsOf(row),
    columns: {
      created_at: integer(row, 'created_at'),
      updated_at: integer(row, 'updated_at'),
      task_id: text(row, 'task_id'),
      platform: text(row, 'platform'),
      quota: integer(row, 'quota'),
      action: text(row, 'action'),
      status: text(row, 'status'),
      fail_reason: text(row, 'fail_reason'),
      submit_time: integer(row, 'submit_time'),
      start_time: integer(row, 'start_time'),
      finish_time: integer(row, 'finish_time'),
      progress: progressOf(row),
      properties: text(row, 'properties'),
      data: text(row, 'data'),
    },
  }
}

export function mapMidjourney(row: Row): MappedTask<Own<MidjourneyTable>> {
  return {
    ...idsOf(row),
    columns: {
      code: integer(row, 'code'),
      action: text(row, 'action'),
      mj_id: text(row, 'mj_id'),
      prompt: text(row, 'prompt'),
      prompt_en: text(row, 'prompt_en'),
      description: text(row, 'description'),
      state: text(row, 'state'),
      submit_time: integer(row, 'submit_time'),
      start_time: integer(row, 'start_time'),
      finish_time: integer(row, 'finish_time'),
      image_url: text(row, 'image_url') || text(row, 'video_url'),
      status: text(row, 'status'),
      progress: progressOf(row),
      fail_reason: text(row, 'fail_reason'),
      quota: integer(row, 'quota'),
      buttons: text(row, 'buttons'),
      properties: text(row, 'properties'),
    },
  }
}
