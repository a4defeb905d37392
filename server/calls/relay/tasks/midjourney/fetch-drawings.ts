import { ROLE } from '#contract/roles.ts'
import { OutgoingError } from '../../../../wire/egress/call-service.ts'
import { imageBaseUrl } from '../../../tasks/image-base-url.ts'
import { callDrawings } from '../../../tasks/midjourney/call-drawings.ts'
import { refreshDrawing } from '../../../tasks/midjourney/poll.ts'
import { findDrawingsById, findOwnDrawing, findOwnDrawings } from '../../../tasks/queries.ts'
import type { RelayDeps } from '../../deps/deps.ts'
import type { TaskCall } from '../task-call.ts'
import { toDrawingDto } from './drawing-dto.ts'
import { CODE, DrawingRefusal } from './refusal.ts'
import type { PlatformReply } from './submit.ts'

const SEED_MS = 30_000
const MAX_IDS = 500

/** Returns one task of the caller. */
export async function fetchDrawing({ caller }: TaskCall, id: string, { services }: RelayDeps): Promise<PlatformReply> {
  const row = await findOwnDrawing(services.store.db, caller.user.id, id)
  if (!row) throw new DrawingRefusal('task_no_found')
  return { status: 200, body: toDrawingDto(row, imageBaseUrl(services)) }
}

/** Returns tasks of the caller by their ids. */
export async function listDrawings({ caller, body }: TaskCall, { services }: RelayDeps): Promise<PlatformReply> {
  const ids = Array.isArray(body.ids) ? body.ids.slice(0, MAX_IDS) : []
  const rows = await findOwnDrawings(services.store.db, caller.user.id, ids)
  const imagesAt = imageBaseUrl(services)
  return { status: 200, body: rows.map((row) => toDrawingDto(row, imagesAt)) }
}

/** Returns the seed of an image, which only the platform has. */
export async function fetchDrawingSeed(
  { caller }: TaskCall,
  id: string,
  { services }: RelayDeps,
): Promise<PlatformReply> {
  const row = await findOwnDrawing(services.store.db, caller.user.id, id)
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
 * Handles a platform's notification that a task has changed. Its content is not trusted, because any owner of a
 * token can send one: it only causes a request to the task's own channel, whose answer counts. Users may cause this
 * for their own tasks, and administrators, whose token the platform has, for all.
 */
export async function handleNotification({ caller, body }: TaskCall, { services }: RelayDeps): Promise<void> {
  const rows = await findDrawingsById(services.store.db, body.id)
  const known = rows.filter(({ user_id }) => caller.user.role >= ROLE.admin || user_id === caller.user.id)
  if (known.length === 0) throw new DrawingRefusal('midjourney_task_not_found')
  const perChannel = new Map(known.map((row) => [row.channel_id, row]))
  await Promise.all([...perChannel.values()].map((row) => refreshDrawing(services, row)))
}
