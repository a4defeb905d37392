import type { NewTask } from '../../../../money/accounting/new-task.ts'
import { storableId, storableText, toMembers } from '../../../tasks/stored-values.ts'
import type { TaskOrder } from '../submit-and-charge.ts'
import { CODE } from './refusal.ts'

/** A drawing platform's reply to a submission. */
export interface SubmitReply {
  code: number
  description?: unknown
  result?: unknown
  properties?: unknown
}

type Row = Extract<NewTask, { table: 'midjourneys' }>['row']

/** The fields of the request that are stored. */
export interface DrawingRequest {
  prompt: string
  /** The caller's own marker. */
  state: string
}

/** Returns the row of an accepted order. */
export function newDrawing(
  order: TaskOrder,
  request: DrawingRequest,
  reply: SubmitReply,
): { table: 'midjourneys'; row: Row } {
  const row = { ...startedRow(order, request, reply), mj_id: storableId(reply.result), ...readState(reply, order) }
  // An upload is finished at once; it has images, but no id of its own.
  if (Array.isArray(reply.result)) {
    const image_url = storableText(reply.result[0])
    return { table: 'midjourneys', row: { ...row, mj_id: order.id, image_url, ...finishedFields() } }
  }
  return { table: 'midjourneys', row: order.action === 'UPLOAD' ? { ...row, ...finishedFields() } : row }
}

/** Returns the row of an order that was refused. */
export const refusedDrawing = (order: TaskOrder, request: DrawingRequest, reply: SubmitReply): Row => ({
  ...startedRow(order, request, reply),
  status: 'FAILURE',
  progress: '100%',
  finish_time: Date.now(),
  fail_reason: storableText(reply.description) || `code ${reply.code}`,
})

const startedRow = (order: TaskOrder, { prompt, state }: DrawingRequest, { code, description }: SubmitReply): Row => ({
  code,
  action: order.action,
  mj_id: '',
  prompt: storableText(prompt),
  prompt_en: '',
  description: storableText(description),
  state: storableText(state, 1000),
  submit_time: order.startedAt,
  start_time: 0,
  finish_time: 0,
  image_url: '',
  status: '',
  progress: '0%',
  fail_reason: '',
  buttons: '',
  properties: '',
})

const finishedFields = () => ({ status: 'SUCCESS', progress: '100%', finish_time: Date.now() })

/** A task that already exists may be finished; one that waits for its dialog has no image. */
function readState({ code, properties }: SubmitReply, { action }: TaskOrder): Partial<Row> {
  if (code === CODE.queued) return { status: 'NOT_START' }
  if (code !== CODE.exists) return { status: 'SUBMITTED' }
  const { status, imageUrl } = toMembers(properties)
  if (typeof status !== 'string' || typeof imageUrl !== 'string') {
    return { status: action === 'MODAL' ? 'SUBMITTED' : 'MODAL' }
  }
  const known = { status: storableText(status, 20), image_url: storableText(imageUrl) }
  return status === 'SUCCESS' ? { ...known, ...finishedFields() } : known
}
