import { storableId, storableJson, storableText, storableTime, toMembers } from '../stored-values.ts'

/** A drawing platform's answer about a task, in the columns of our table. */
export interface DrawingAnswer {
  mj_id: string
  status: string
  progress: string
  prompt: string
  prompt_en: string
  description: string
  /** Unix milliseconds, 0 = unknown. */
  start_time: number
  finish_time: number
  image_url: string
  fail_reason: string
  buttons: string
  properties: string
}

const MAX_BUTTONS_TEXT = 50_000

/** Reads the task object of the midjourney-proxy family (its `docs/api.md`); undefined = not such an object. */
export function readDrawing(value: unknown): DrawingAnswer | undefined {
  const task = toMembers(value)
  const mj_id = storableId(task.id)
  if (!mj_id) return undefined
  return {
    mj_id,
    status: storableText(task.status, 20),
    progress: storableText(task.progress, 30),
    prompt: storableText(task.prompt),
    prompt_en: storableText(task.promptEn),
    description: storableText(task.description),
    start_time: storableTime(task.startTime),
    finish_time: storableTime(task.finishTime),
    image_url: storableText(task.imageUrl),
    fail_reason: storableText(task.failReason),
    buttons: Array.isArray(task.buttons) && task.buttons.length > 0 ? storableJson(task.buttons, MAX_BUTTONS_TEXT) : '',
    properties: storableJson(task.properties),
  }
}
