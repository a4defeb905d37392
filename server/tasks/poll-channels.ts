import type { Channel } from '../registry/channels.ts'
import type { Services } from '../services.ts'
import { channelsWithOpen } from './queries.ts'

/** The tasks of a platform, and how to bring some of them up to date. */
export interface Polled<Row extends { id: number }> {
  table: 'midjourneys' | 'tasks'
  /** Tasks of a channel that are not over, by id from behind `after` on. */
  read(channelId: number, after: number, limit: number): Promise<Row[]>
  /** `channel`: undefined = it was deleted; `asks`: false = it is away, only what is too old is ended. Answers whether it is not away. */
  update(channel: Channel | undefined, channelId: number, rows: readonly Row[], asks: boolean): Promise<boolean>
}

/** Tasks that a platform is asked about at once. */
const BATCH = 100
const CHANNELS_AT_ONCE = 8
/** Questions of one round that a platform may leave open. One that is away must not keep others waiting for all its tasks. */
const MOST_MISSED = 2

/**
 * Goes once through all tasks that are not over, channel by channel, so that a slow platform holds up none but its own.
 * What fails at one channel is logged and does not keep the others from their turn.
 */
export async function pollChannels<Row extends { id: number }>(
  services: Services,
  signal: AbortSignal,
  polled: Polled<Row>,
): Promise<void> {
  const waiting = await channelsWithOpen(services.store.db, polled.table)
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined && !signal.aborted; id = waiting.shift()) {
      try {
        await pollChannel(services, signal, id, polled)
      } catch (error) {
        services.log.error({ channel: id, error: String(error) }, 'the tasks of a channel were not brought up to date')
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(CHANNELS_AT_ONCE, waiting.length) }, work))
}

async function pollChannel<Row extends { id: number }>(
  { channels }: Services,
  signal: AbortSignal,
  channelId: number,
  { read, update }: Polled<Row>,
): Promise<void> {
  let after = 0
  let missed = 0
  while (!signal.aborted) {
    const rows = await read(channelId, after, BATCH)
    const last = rows.at(-1)
    if (!last) return
    after = last.id
    const asks = missed < MOST_MISSED
    const reached = await update(channels.byId(channelId), channelId, rows, asks)
    if (asks) missed = reached ? 0 : missed + 1
  }
}
