import type { MidjourneyRow } from '../../../money/accounting/task-tables.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Calls } from '../../calls.ts'
import { pollPlatform, type TaskPlatform, updateTasks } from '../poll-platform.ts'
import { findDrawingsById } from '../queries.ts'
import { queryDrawings } from './call-drawings.ts'
import { failedDrawing, nextDrawing } from './next-drawing.ts'
import type { DrawingAnswer } from './read-drawing.ts'

const midjourney: TaskPlatform<'midjourneys', DrawingAnswer> = {
  table: 'midjourneys',
  name: 'a drawing platform',
  idOf: ({ mj_id }) => mj_id,
  withoutId: 'task_no_found',
  now: Date.now,
  query: queryDrawings,
  next: nextDrawing,
  fail: failedDrawing,
}

/** Queries the drawing platforms once about every unfinished task. */
export const pollDrawings = (services: Platform & Calls, signal: AbortSignal): Promise<void> =>
  pollPlatform(services, signal, midjourney)

const refreshing = new Map<string, Promise<void>>()

/**
 * Queries a task and all others with the same id at the same channel. A callback only triggers this query; its
 * content is not trusted. Simultaneous queries are shared.
 */
export async function refreshDrawing(services: Platform & Calls, { mj_id, channel_id }: MidjourneyRow): Promise<void> {
  const key = `${channel_id} ${mj_id}`
  const known = refreshing.get(key)
  if (known) return known
  const refresh = refreshNow(services, mj_id, channel_id).finally(() => refreshing.delete(key))
  refreshing.set(key, refresh)
  await refresh
}

async function refreshNow(services: Platform & Calls, mjId: string, channelId: number): Promise<void> {
  const rows = await findDrawingsById(services.store.db, mjId, channelId)
  const open = rows.filter(({ progress }) => progress !== '100%')
  if (open.length > 0 && services.channels.byId(channelId)) await updateTasks(services, midjourney, channelId, open)
}
