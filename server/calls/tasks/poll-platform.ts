import type { Channel } from '../../formats/providers/channel.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Calls } from '../calls.ts'
import { changeTask } from './change-task.ts'
import { listChannelsWithOpenTasks, listOpenTasks, type TaskRows } from './queries.ts'
import { channelDeletedReason } from './timeout-reason.ts'

interface Change<Table extends keyof TaskRows> {
  failed: boolean
  set: Partial<TaskRows[Table]>
}

/** A family of platforms: where its tasks are stored, and what its answers mean. */
export interface TaskPlatform<Table extends keyof TaskRows, Answer> {
  table: Table
  /** What it is called in warnings. */
  name: string
  /** The id of a task at its platform; "" = the platform gave no id. */
  idOf(row: TaskRows[Table]): string
  /** Why a task without an id has failed; absent = it waits until it is too old. */
  withoutId?: string
  /** The time in the unit of the table. */
  now(): number
  /** Queries a platform; the answers are keyed by id. undefined = no usable answer. Throws OutgoingError. */
  query(channel: Channel, ids: readonly string[]): Promise<ReadonlyMap<string, Answer> | undefined>
  /** Returns the change of an unfinished task; undefined = nothing new. */
  next(row: TaskRows[Table], answer: Answer | undefined, now: number, answered: boolean): Change<Table> | undefined
  /** Fails a task without an answer of its platform. */
  fail(reason: string, now: number): Change<Table>
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
 * Updates all unfinished tasks once, channel by channel: a slow platform delays only its own tasks. An error at a
 * channel is logged and does not stop the others.
 */
export async function pollPlatform<Table extends keyof TaskRows, Answer>(
  services: Platform & Calls,
  signal: AbortSignal,
  platform: TaskPlatform<Table, Answer>,
): Promise<void> {
  const waiting = await listChannelsWithOpenTasks(services.store.db, platform.table)
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined && !signal.aborted; id = waiting.shift()) {
      try {
        await pollChannel(services, signal, id, platform)
      } catch (error) {
        services.log.error({ channel: id, error: String(error) }, 'the tasks of a channel could not be updated')
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(CONCURRENT_CHANNELS, waiting.length) }, work))
}

async function pollChannel<Table extends keyof TaskRows, Answer>(
  services: Platform & Calls,
  signal: AbortSignal,
  channelId: number,
  platform: TaskPlatform<Table, Answer>,
): Promise<void> {
  let after = 0
  let missed = 0
  while (!signal.aborted) {
    const rows = await listOpenTasks(services.store.db, platform.table, channelId, after, BATCH)
    const last = rows.at(-1)
    if (!last) return
    after = last.id
    const asks = missed < MAX_MISSED
    const reached = await updateTasks(services, platform, channelId, rows, asks)
    if (asks) missed = reached ? 0 : missed + 1
  }
}

/**
 * Updates tasks of a channel. `asks`: false = it is unreachable, and only tasks that are too old are ended. Resolves to
 * false if it is unreachable.
 */
export async function updateTasks<Table extends keyof TaskRows, Answer>(
  services: Platform & Calls,
  platform: TaskPlatform<Table, Answer>,
  channelId: number,
  rows: readonly TaskRows[Table][],
  asks = true,
): Promise<boolean> {
  const channel = services.channels.byId(channelId)
  const answered = channel && asks ? await queryOrWarn(services, platform, channel, rows) : undefined
  const answers = answered === 'away' ? undefined : answered
  const now = platform.now()
  for (const row of rows) {
    const id = platform.idOf(row)
    const reason = channel ? (id === '' ? platform.withoutId : undefined) : channelDeletedReason(channelId)
    const change = reason
      ? platform.fail(reason, now)
      : platform.next(row, answers?.get(id), now, answers !== undefined)
    if (change) await changeTask(services, platform.table, row, change)
  }
  return answered !== 'away'
}

async function queryOrWarn<Table extends keyof TaskRows, Answer>(
  { log }: Platform,
  { name, idOf, query }: TaskPlatform<Table, Answer>,
  channel: Channel,
  rows: readonly TaskRows[Table][],
): Promise<ReadonlyMap<string, Answer> | 'away' | undefined> {
  const ids = [...new Set(rows.map(idOf))].filter(Boolean)
  try {
    const answers = await query(channel, ids)
    if (!answers) log.warn({ channel: channel.id }, `${name} returned an invalid answer to a query for tasks`)
    return answers
  } catch (error) {
    log.warn({ channel: channel.id, error: String(error) }, `${name} could not be queried for tasks`)
    return 'away'
  }
}
