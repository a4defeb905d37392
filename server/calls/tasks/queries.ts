import { type SelectQueryBuilder, sql } from 'kysely'
import type { MidjourneyRow, TaskRow } from '../../money/accounting/task-tables.ts'
import type { Queryable } from '../../platform/store/database.ts'
import { type PageRequest, readPage } from '../../platform/store/read-page.ts'
import type { Tables } from '../../platform/store/tables.ts'
import { readTypedId } from '../../platform/store/typed-id.ts'
import { storableId } from './stored-values.ts'

/** The filter; "", 0 and undefined match any value. */
interface SubmissionFilter {
  /** Set for a user's own tasks. */
  userId?: number
  channel_id?: number | undefined
  /** A user's name or id. */
  username?: string
  /** Time of submission, both inclusive, in the unit of the table. */
  start_timestamp?: number | undefined
  end_timestamp?: number | undefined
}
export interface DrawingFilter extends SubmissionFilter {
  mj_id: string
  status: string
}
export interface TaskFilter extends SubmissionFilter {
  platform: string
  task_id: string
  status: string
  action: string
}
type Paging = Pick<PageRequest<never>, 'offset' | 'limit'>

/** Reads a page of drawing tasks, newest first. */
export function listDrawings(db: Queryable, filter: DrawingFilter, paging: Paging) {
  let query = applySubmissionFilter(db.selectFrom('midjourneys').selectAll(), filter)
  for (const field of ['mj_id', 'status'] as const) if (filter[field]) query = query.where(field, '=', filter[field])
  return readPage(query, 'submit_time', paging)
}

const TASK_FIELDS = ['platform', 'task_id', 'status', 'action'] as const

/** Reads a page of asynchronous tasks, newest first. */
export function listTasks(db: Queryable, filter: TaskFilter, paging: Paging) {
  let query = applySubmissionFilter(db.selectFrom('tasks').selectAll(), filter)
  for (const field of TASK_FIELDS) if (filter[field]) query = query.where(field, '=', filter[field])
  return readPage(query, 'submit_time', paging)
}

/** Applies the filters that both tables share. */
function applySubmissionFilter<T extends 'midjourneys' | 'tasks', Row>(
  all: SelectQueryBuilder<Tables, T, Row>,
  { userId, channel_id, username, start_timestamp, end_timestamp }: SubmissionFilter,
): SelectQueryBuilder<Tables, T, Row> {
  let query = all
  if (userId !== undefined) query = query.where(sql<boolean>`user_id = ${userId}`)
  if (channel_id) query = query.where(sql<boolean>`channel_id = ${channel_id}`)
  if (username) {
    const named = sql`user_id in (select id from users where username = ${username})`
    query = query.where(sql<boolean>`(${named} or user_id = ${readTypedId(username) ?? 0})`)
  }
  if (start_timestamp) query = query.where(sql<boolean>`submit_time >= ${start_timestamp}`)
  if (end_timestamp) query = query.where(sql<boolean>`submit_time <= ${end_timestamp}`)
  return query
}

/** The names of the users of these rows, by id. Users that no longer exist are missing. */
export async function readUsernames(
  db: Queryable,
  rows: readonly { user_id: number }[],
): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(rows.map(({ user_id }) => user_id))]
  if (ids.length === 0) return new Map()
  const users = await db.selectFrom('users').select(['id', 'username']).where('id', 'in', ids).execute()
  return new Map(users.map(({ id, username }) => [id, username]))
}

/** A literal in the statement; with a parameter, the partial indexes of unfinished tasks could not be used. */
const isOpen = sql<boolean>`progress <> '100%'`

const isOpenAfter = (channelId: number, after: number) =>
  sql<boolean>`${isOpen} and channel_id = ${channelId} and id > ${after}`

/** The tables of the platforms' tasks. */
export interface TaskRows {
  midjourneys: MidjourneyRow
  tasks: TaskRow
}
type Platform = keyof TaskRows

/** Lists the channels that have unfinished tasks; 0 = no channel. */
export async function listChannelsWithOpenTasks(db: Queryable, table: Platform): Promise<number[]> {
  const rows = await db.selectFrom(table).select('channel_id').distinct().where(isOpen).execute()
  return rows.map(({ channel_id }) => channel_id)
}

/** Unfinished tasks of a channel, by id, starting after `after`. */
export async function listOpenTasks<Table extends Platform>(
  db: Queryable,
  table: Table,
  channelId: number,
  after: number,
  limit: number,
): Promise<TaskRows[Table][]> {
  const open = db.selectFrom<Platform>(table).selectAll().where(isOpenAfter(channelId, after))
  return (await open.orderBy('id').limit(limit).execute()) as TaskRows[Table][]
}

type SeenTask = Pick<MidjourneyRow, 'id' | 'status' | 'progress'>

/** Matches a task that is unfinished and unchanged since it was read. */
const isUnchanged = ({ id, status, progress }: SeenTask) =>
  sql<boolean>`id = ${id} and status = ${status} and progress = ${progress} and ${isOpen}`

/** Changes a task that is unfinished and unchanged since it was read. false = it is not. */
export async function changeOpenTask<Table extends Platform>(
  trx: Queryable,
  table: Table,
  seen: SeenTask,
  set: Partial<TaskRows[Table]>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable<Platform>(table)
    .set(set as never)
    .where(isUnchanged(seen))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Orders that no platform accepted have no id, so they cannot be found by it. */
const storableIds = (ids: readonly unknown[]) => ids.map(storableId).filter(Boolean)

/** Finds the newest of a user's drawing tasks with a platform's id. */
export async function findOwnDrawing(db: Queryable, userId: number, mjId: unknown): Promise<MidjourneyRow | undefined> {
  const [id] = storableIds([mjId])
  if (id === undefined) return undefined
  return db
    .selectFrom('midjourneys')
    .selectAll()
    .where('user_id', '=', userId)
    .where('mj_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Lists a user's drawing tasks with some of a platform's ids. */
export function findOwnDrawings(db: Queryable, userId: number, mjIds: readonly unknown[]): Promise<MidjourneyRow[]> {
  const ids = storableIds(mjIds)
  if (ids.length === 0) return Promise.resolve([])
  return db
    .selectFrom('midjourneys')
    .selectAll()
    .where('user_id', '=', userId)
    .where('mj_id', 'in', ids)
    .orderBy('id')
    .execute()
}

/** Lists all drawing tasks with a platform's id; several callers may have received the same one. */
export function findDrawingsById(db: Queryable, mjId: unknown, channelId?: number): Promise<MidjourneyRow[]> {
  const [id] = storableIds([mjId])
  if (id === undefined) return Promise.resolve([])
  let query = db.selectFrom('midjourneys').selectAll().where('mj_id', '=', id)
  if (channelId !== undefined) query = query.where('channel_id', '=', channelId)
  return query.orderBy('id', 'desc').limit(MAX_SAME_ID).execute()
}

const MAX_SAME_ID = 100

/** Lists a user's asynchronous tasks of a platform with some of its ids. */
export function findOwnTasks(
  db: Queryable,
  { userId, platform, action }: { userId: number; platform: string; action?: string },
  taskIds: readonly unknown[],
): Promise<TaskRow[]> {
  const ids = storableIds(taskIds)
  if (ids.length === 0) return Promise.resolve([])
  let query = db
    .selectFrom('tasks')
    .selectAll()
    .where('user_id', '=', userId)
    .where('platform', '=', platform)
    .where('task_id', 'in', ids)
  if (action) query = query.where('action', '=', action)
  return query.orderBy('id').execute()
}
