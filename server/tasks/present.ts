import type { Drawing, Task } from '#contract/api/tasks.ts'
import type { MidjourneyRow, TaskRow } from '../store/tables.ts'

/** A drawing task as administrators see it. `imagesAt`: where this server hands out images; undefined = at their source. */
export function presentDrawing(row: MidjourneyRow, imagesAt: string | undefined): Drawing {
  const isForwarded = imagesAt !== undefined && row.image_url !== ''
  return {
    id: row.id,
    code: row.code,
    user_id: row.user_id,
    action: row.action,
    mj_id: row.mj_id,
    prompt: row.prompt,
    prompt_en: row.prompt_en,
    description: row.description,
    state: row.state,
    submit_time: row.submit_time,
    start_time: row.start_time,
    finish_time: row.finish_time,
    image_url: isForwarded ? `${imagesAt}/${encodeURIComponent(row.mj_id)}` : row.image_url,
    status: row.status,
    progress: row.progress,
    fail_reason: row.fail_reason,
    channel_id: row.channel_id,
    quota: row.quota,
    buttons: row.buttons,
    properties: row.properties,
  }
}

/** An asynchronous task as administrators see it. */
export function presentTask(row: TaskRow): Task {
  return {
    id: row.id,
    created_at: row.created_at,
    updated_at: row.updated_at,
    task_id: row.task_id,
    platform: row.platform,
    user_id: row.user_id,
    channel_id: row.channel_id,
    quota: row.quota,
    action: row.action,
    status: row.status,
    fail_reason: row.fail_reason,
    submit_time: row.submit_time,
    start_time: row.start_time,
    finish_time: row.finish_time,
    progress: row.progress,
    properties: parsed(row.properties),
    data: parsed(row.data),
  }
}

/** What users see of their own: nothing about channels. */
export const withoutChannel = <T extends { channel_id: number }>(shown: T): T => ({ ...shown, channel_id: 0 })

/** A JSON column; text that is no JSON, from an imported database, counts as none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
