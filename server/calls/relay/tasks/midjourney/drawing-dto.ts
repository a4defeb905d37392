import type { MidjourneyRow } from '../../../../money/accounting/task-tables.ts'
import { pick } from '../../../../platform/json/pick.ts'
import { parseStoredJson } from '../../../tasks/stored-values.ts'

/**
 * Converts a task to the format of the midjourney-proxy family. `imagesAt`: the base address at which this server
 * serves images.
 */
export function toDrawingDto(row: MidjourneyRow, imagesAt: string | undefined) {
  return {
    id: row.mj_id,
    ...pick(row, 'action prompt description state status progress'),
    customId: '',
    botType: '',
    promptEn: row.prompt_en,
    submitTime: row.submit_time,
    startTime: row.start_time,
    finishTime: row.finish_time,
    imageUrl: imageUrl(row, imagesAt),
    failReason: row.fail_reason,
    buttons: parseStoredJson(row.buttons) ?? [],
    maskBase64: '',
    properties: parseStoredJson(row.properties) ?? null,
  }
}

/** An image changes until it is finished: so does its address, so that no cache keeps an unfinished one. */
function imageUrl({ mj_id, image_url, status, progress }: MidjourneyRow, imagesAt: string | undefined): string {
  if (!image_url || imagesAt === undefined) return image_url
  const version = status === 'SUCCESS' ? '' : `?rand=${Number.parseFloat(progress) || 0}`
  return `${imagesAt}/${encodeURIComponent(mj_id)}${version}`
}
