import type { Drawing, Task } from '#contract/api/tasks.ts'
import type { MidjourneyRow, TaskRow } from '../../money/accounting/task-tables.ts'

/**
 * A drawing task in the administrators' view. `imagesAt`: the base URL of this server's images; undefined = images
 * are linked at their source.
 */
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

/** An asynchronous task in the administrators' view. */
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
    properties: parseOrNull(row.properties),
    data: parseOrNull(row.data),
  }
}

/** Hides the channel in users' views. */
export const hideChannel = <T extends { channel_id: number }>(shown: T): T => ({ ...shown, channel_id: 0 })

/** Parses a JSON column. Text of an imported database that is not JSON counts as null. */
function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
