import type { Generated, Selectable } from 'kysely'

/** Column types of the task tables. */

/** The payer of a task, for a refund; a task that was not charged has no time. */
interface PaidTask {
  token_id: Generated<number>
  /** The token was limited and paid as well. */
  token_limited: Generated<number>
  model_name: Generated<string>
  /** Unix seconds of the charge, 0 = nothing was charged. */
  charged_at: Generated<number>
  /** What the vendor charges, in thousandths of a unit; null = unknown. */
  cost: Generated<number | null>
}

export interface MidjourneyTable extends PaidTask {
  id: Generated<number>
  code: number
  user_id: number
  action: string
  mj_id: string
  prompt: string
  prompt_en: string
  description: string
  state: string
  submit_time: number
  start_time: number
  finish_time: number
  image_url: string
  status: string
  progress: string
  fail_reason: string
  channel_id: number
  quota: number
  buttons: string
  properties: string
}

export interface TaskTable extends PaidTask {
  id: Generated<number>
  created_at: number
  updated_at: number
  task_id: string
  platform: string
  user_id: number
  channel_id: number
  quota: number
  action: string
  status: string
  fail_reason: string
  submit_time: number
  start_time: number
  finish_time: number
  progress: string
  properties: string
  data: string
}

export type MidjourneyRow = Selectable<MidjourneyTable>

export type TaskRow = Selectable<TaskTable>

declare module '../../platform/store/tables.ts' {
  interface Tables {
    midjourneys: MidjourneyTable
    tasks: TaskTable
  }
}
