import type { Drawing, Task } from '#contract/api/tasks.ts'
import type { MidjourneyRow, TaskRow } from '../../money/accounting/task-tables.ts'
import { pick } from '../../platform/json/pick.ts'

/**
 * A drawing task in the administrators' view. `imagesAt`: the base URL of this server's images; undefined = images
 * are linked at their source.
 */
export function presentDrawing(row: MidjourneyRow, imagesAt: string | undefined): Drawing {
  const isForwarded = imagesAt !== undefined && row.image_url !== ''
  return {
    ...pick(row, 'id code user_id action mj_id prompt prompt_en description state submit_time start_time'),
    ...pick(row, 'finish_time status progress fail_reason channel_id quota buttons properties'),
    image_url: isForwarded ? `${imagesAt}/${encodeURIComponent(row.mj_id)}` : row.image_url,
  }
}

/** An asynchronous task in the administrators' view. */
export function presentTask(row: TaskRow): Task {
  return {
    ...pick(row, 'id created_at updated_at task_id platform user_id channel_id quota action status fail_reason'),
    ...pick(row, 'submit_time start_time finish_time progress'),
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
