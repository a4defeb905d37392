import { ROLE } from '#contract/roles.ts'
import { OutgoingError } from '../../../egress/outgoing.ts'
import { imageAddress } from '../../../tasks/image-address.ts'
import { askAgain } from '../../../tasks/midjourney/poll.ts'
import { callDrawings } from '../../../tasks/midjourney/upstream.ts'
import { drawingsCalled, ownDrawing, ownDrawings } from '../../../tasks/queries.ts'
import type { RelayDeps } from '../../deps.ts'
import type { TaskCall } from '../task-call.ts'
import { drawingDto } from './drawing-dto.ts'
import { CODE, DrawingRefusal } from './refusal.ts'
import type { PlatformReply } from './submit.ts'

const SEED_MS = 30_000
const MOST_IDS = 500

/** One own task. */
export async function fetchDrawing({ caller }: TaskCall, id: string, { services }: RelayDeps): Promise<PlatformReply> {
  const row = await ownDrawing(services.store.db, caller.user.id, id)
  if (!row) throw new DrawingRefusal('task_no_found')
  return { status: 200, body: drawingDto(row, imageAddress(services)) }
}

/** Own tasks by their ids. */
export async function listDrawings({ caller, body }: TaskCall, { services }: RelayDeps): Promise<PlatformReply> {
  const ids = Array.isArray(body.ids) ? body.ids.slice(0, MOST_IDS) : []
  const rows = await ownDrawings(services.store.db, caller.user.id, ids)
  const imagesAt = imageAddress(services)
  return { status: 200, body: rows.map((row) => drawingDto(row, imagesAt)) }
}

/** The seed of a picture, which only the platform knows. */
export async function drawingSeed({ caller }: TaskCall, id: string, { services }: RelayDeps): Promise<PlatformReply> {
  const row = await ownDrawing(services.store.db, caller.user.id, id)
  if (!row) throw new DrawingRefusal('task_no_found')
  const channel = services.channels.byId(row.channel_id)
  if (channel?.tasks !== 'midjourney' || channel.status !== 1) throw new DrawingRefusal('该任务所属渠道已被禁用')
  const answer = await callDrawings(channel, `/mj/task/${encodeURIComponent(id)}/image-seed`, {
    timeoutMs: SEED_MS,
  }).catch((error) => {
    if (!(error instanceof OutgoingError)) throw error
    return undefined
  })
  if (answer?.status !== 200 || answer.body === undefined) throw new DrawingRefusal('do_request_failed', CODE.unknown)
  return { status: 200, body: answer.body }
}

/**
 * A platform says that a task has changed. Whoever says so is not believed, because any owner of a token can: it is the
 * reason to ask the task's own channel, and what that answers counts. Owners may cause this for their own tasks, and
 * administrators, whose token the platform has, for all.
 */
export async function takeNotice({ caller, body }: TaskCall, { services }: RelayDeps): Promise<void> {
  const rows = await drawingsCalled(services.store.db, body.id)
  const known = rows.filter(({ user_id }) => caller.user.role >= ROLE.admin || user_id === caller.user.id)
  if (known.length === 0) throw new DrawingRefusal('midjourney_task_not_found')
  const perChannel = new Map(known.map((row) => [row.channel_id, row]))
  await Promise.all([...perChannel.values()].map((row) => askAgain(services, row)))
}
