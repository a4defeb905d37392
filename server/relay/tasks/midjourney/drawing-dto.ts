import type { MidjourneyRow } from '../../../store/tables.ts'
import { fromJson } from '../../../tasks/stored-values.ts'

/** A task as programs of the midjourney-proxy family read it. `imagesAt`: where this server hands out images. */
export function drawingDto(row: MidjourneyRow, imagesAt: string | undefined) {
  return {
    id: row.mj_id,
    action: row.action,
    customId: '',
    botType: '',
    prompt: row.prompt,
    promptEn: row.prompt_en,
    description: row.description,
    state: row.state,
    submitTime: row.submit_time,
    startTime: row.start_time,
    finishTime: row.finish_time,
    imageUrl: imageUrl(row, imagesAt),
    status: row.status,
    progress: row.progress,
    failReason: row.fail_reason,
    buttons: fromJson(row.buttons) ?? [],
    maskBase64: '',
    properties: fromJson(row.properties) ?? null,
  }
}

/** Until a picture is finished it changes: its address does, too, so that no cache keeps it. */
function imageUrl({ mj_id, image_url, status, progress }: MidjourneyRow, imagesAt: string | undefined): string {
  if (!image_url || imagesAt === undefined) return image_url
  const version = status === 'SUCCESS' ? '' : `?rand=${Number.parseFloat(progress) || 0}`
  return `${imagesAt}/${encodeURIComponent(mj_id)}${version}`
}
