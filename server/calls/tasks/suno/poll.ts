import { nowInSeconds } from '#server/platform/clock.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import type { TaskRow } from '../../../money/accounting/task-tables.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Calls } from '../../calls.ts'
import { changeTask } from '../change-task.ts'
import { pollChannels } from '../poll-channels.ts'
import { listOpenTasks } from '../queries.ts'
import { channelDeletedReason } from '../timeout-reason.ts'
import { querySongs } from './call-songs.ts'
import { failedSong, nextSong } from './next-song.ts'
import type { SongAnswer } from './read-song.ts'

/** Queries the Suno platforms once about every unfinished task. */
export function pollSongs(services: Platform & Calls, signal: AbortSignal): Promise<void> {
  return pollChannels(services, signal, {
    table: 'tasks',
    read: (channelId, after, limit) => listOpenTasks(services.store.db, channelId, after, limit),
    update: (channel, channelId, rows, asks) => updateSongs(services, channel, channelId, rows, asks),
  })
}

async function updateSongs(
  services: Platform,
  channel: Channel | undefined,
  channelId: number,
  rows: readonly TaskRow[],
  asks = true,
): Promise<boolean> {
  const answered = channel && asks ? await queryOrWarn(services, channel, rows) : undefined
  const answers = answered === 'away' ? undefined : answered
  const now = nowInSeconds()
  for (const row of rows) {
    const answer = answers?.get(row.task_id)
    const change = channel
      ? nextSong(row, answer, now, answers !== undefined)
      : failedSong(channelDeletedReason(channelId), now)
    if (change) await changeTask(services, 'tasks', row, change)
  }
  return answered !== 'away'
}

async function queryOrWarn(
  { log }: Platform,
  channel: Channel,
  rows: readonly TaskRow[],
): Promise<Map<string, SongAnswer> | 'away' | undefined> {
  try {
    const answers = await querySongs(
      channel,
      rows.map(({ task_id }) => task_id),
    )
    if (!answers) log.warn({ channel: channel.id }, 'a Suno platform returned an invalid answer to a query for tasks')
    return answers
  } catch (error) {
    log.warn({ channel: channel.id, error: String(error) }, 'a Suno platform could not be queried for tasks')
    return 'away'
  }
}
