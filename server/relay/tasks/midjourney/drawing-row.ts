import type { NewTask } from '../../../money/new-task.ts'
import { membersOf, storableId, storableText } from '../../../tasks/stored-values.ts'
import type { Order } from '../order.ts'
import { CODE } from './refusal.ts'

/** What a drawing platform answers to an order. */
export interface SubmitReply {
  code: number
  description?: unknown
  result?: unknown
  properties?: unknown
}

type Row = Extract<NewTask, { table: 'midjourneys' }>['row']

/** What of the request is kept. */
export interface Asked {
  prompt: string
  /** The caller's own mark. */
  state: string
}

/** The row of an accepted order. */
export function newDrawing(order: Order, asked: Asked, reply: SubmitReply): { table: 'midjourneys'; row: Row } {
  const row = { ...begun(order, asked, reply), mj_id: storableId(reply.result), ...stateOf(reply, order) }
  // An upload is done at once; it has no id of its own, but pictures.
  if (Array.isArray(reply.result)) {
    const image_url = storableText(reply.result[0])
    return { table: 'midjourneys', row: { ...row, mj_id: order.id, image_url, ...done() } }
  }
  return { table: 'midjourneys', row: order.action === 'UPLOAD' ? { ...row, ...done() } : row }
}

/** The row of an order that was not taken. */
export const refusedDrawing = (order: Order, asked: Asked, reply: SubmitReply): Row => ({
  ...begun(order, asked, reply),
  status: 'FAILURE',
  progress: '100%',
  finish_time: Date.now(),
  fail_reason: storableText(reply.description) || `code ${reply.code}`,
})

const begun = (order: Order, { prompt, state }: Asked, { code, description }: SubmitReply): Row => ({
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

const done = () => ({ status: 'SUCCESS', progress: '100%', finish_time: Date.now() })

/** A task that exists already may be finished; one that waits for its dialog says nothing of a picture. */
function stateOf({ code, properties }: SubmitReply, { action }: Order): Partial<Row> {
  if (code === CODE.queued) return { status: 'NOT_START' }
  if (code !== CODE.exists) return { status: 'SUBMITTED' }
  const { status, imageUrl } = membersOf(properties)
  if (typeof status !== 'string' || typeof imageUrl !== 'string') {
    return { status: action === 'MODAL' ? 'SUBMITTED' : 'MODAL' }
  }
  const known = { status: storableText(status, 20), image_url: storableText(imageUrl) }
  return status === 'SUCCESS' ? { ...known, ...done() } : known
}
