import type { Channel } from '../../../formats/providers/channel.ts'
import type { MidjourneyRow } from '../../../money/accounting/task-tables.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Calls } from '../../calls.ts'
import { changeTask } from '../change-task.ts'
import { pollChannels } from '../poll-channels.ts'
import { findDrawingsById, listOpenDrawings } from '../queries.ts'
import { channelDeletedReason } from '../timeout-reason.ts'
import { queryDrawings } from './call-drawings.ts'
import { failedDrawing, nextDrawing } from './next-drawing.ts'
import type { DrawingAnswer } from './read-drawing.ts'

/** Queries the drawing platforms once about every unfinished task. */
export function pollDrawings(services: Platform & Calls, signal: AbortSignal): Promise<void> {
  return pollChannels(services, signal, {
    table: 'midjourneys',
    read: (channelId, after, limit) => listOpenDrawings(services.store.db, channelId, after, limit),
    update: (channel, channelId, rows, asks) => updateDrawings(services, channel, channelId, rows, asks),
  })
}

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
  const rows = (await findDrawingsById(services.store.db, mjId, channelId)).filter(
    ({ progress }) => progress !== '100%',
  )
  const channel = services.channels.byId(channelId)
  if (rows.length > 0 && channel) await updateDrawings(services, channel, channelId, rows)
}

async function updateDrawings(
  services: Platform,
  channel: Channel | undefined,
  channelId: number,
  rows: readonly MidjourneyRow[],
  asks = true,
): Promise<boolean> {
  const answered = channel && asks ? await queryOrWarn(services, channel, rows) : undefined
  const answers = answered === 'away' ? undefined : answered
  const now = Date.now()
  for (const row of rows) {
    const failureReason = !channel ? channelDeletedReason(channelId) : row.mj_id === '' ? 'task_no_found' : undefined
    const answer = answers?.get(row.mj_id)
    const change = failureReason
      ? failedDrawing(failureReason, now)
      : nextDrawing(row, answer, now, answers !== undefined)
    if (change) await changeTask(services, 'midjourneys', row, change)
  }
  return answered !== 'away'
}

async function queryOrWarn(
  { log }: Platform,
  channel: Channel,
  rows: readonly MidjourneyRow[],
): Promise<Map<string, DrawingAnswer> | 'away' | undefined> {
  const ids = [...new Set(rows.map(({ mj_id }) => mj_id))].filter(Boolean)
  try {
    const answers = await queryDrawings(channel, ids)
    if (!answers)
      log.warn({ channel: channel.id }, 'a drawing platform returned an invalid answer to a query for tasks')
    return answers
  } catch (error) {
    log.warn({ channel: channel.id, error: String(error) }, 'a drawing platform could not be queried for tasks')
    return 'away'
  }
}
