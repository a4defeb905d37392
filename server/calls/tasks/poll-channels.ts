import type { Channel } from '../../formats/providers/channel.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Calls } from '../calls.ts'
import { listChannelsWithOpenTasks } from './queries.ts'

/** The tasks of a platform, and how to update them. */
export interface PollTarget<Row extends { id: number }> {
  table: 'midjourneys' | 'tasks'
  /** Reads unfinished tasks of a channel, by id, starting after `after`. */
  read(channelId: number, after: number, limit: number): Promise<Row[]>
  /**
   * `channel`: undefined = it was deleted; `asks`: false = it is unreachable, and only tasks that are too old are
   * ended. Resolves to false if it is unreachable.
   */
  update(channel: Channel | undefined, channelId: number, rows: readonly Row[], asks: boolean): Promise<boolean>
}

/** Maximum number of tasks in one query to a platform. */
const BATCH = 100
const CONCURRENT_CHANNELS = 8
/**
 * Maximum number of unanswered queries in one round. An unreachable platform must not delay others by a timeout for
 * each of its batches.
 */
const MAX_MISSED = 2

/**
 * Updates all unfinished tasks once, channel by channel, so that a slow platform delays only its own. An error at
 * one channel is logged and does not stop the others.
 */
export async function pollChannels<Row extends { id: number }>(
  services: Platform & Calls,
  signal: AbortSignal,
  polled: PollTarget<Row>,
): Promise<void> {
  const waiting = await listChannelsWithOpenTasks(services.store.db, polled.table)
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined && !signal.aborted; id = waiting.shift()) {
      try {
        await pollChannel(services, signal, id, polled)
      } catch (error) {
        services.log.error({ channel: id, error: String(error) }, 'the tasks of a channel could not be updated')
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(CONCURRENT_CHANNELS, waiting.length) }, work))
}

async function pollChannel<Row extends { id: number }>(
  { channels }: Calls,
  signal: AbortSignal,
  channelId: number,
  { read, update }: PollTarget<Row>,
): Promise<void> {
  let after = 0
  let missed = 0
  while (!signal.aborted) {
    const rows = await read(channelId, after, BATCH)
    const last = rows.at(-1)
    if (!last) return
    after = last.id
    const asks = missed < MAX_MISSED
    const reached = await update(channels.byId(channelId), channelId, rows, asks)
    if (asks) missed = reached ? 0 : missed + 1
  }
}
