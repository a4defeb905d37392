import { type SelectQueryBuilder, sql, type Updateable } from 'kysely'
import type { Queryable } from '../store/database.ts'
import { type Listing, readListing } from '../store/listing.ts'
import type { MidjourneyRow, Tables, TaskRow } from '../store/tables.ts'
import type { MidjourneyTable, TaskTable } from '../store/task-tables.ts'
import { storableId } from './stored-values.ts'

/** What to look for; "", 0 and undefined mean any. */
interface Submitted {
  /** Present for a user's own tasks. */
  userId?: number
  channel_id?: number | undefined
  /** Of the submission, both inclusive, in the unit of the table. */
  start_timestamp?: number | undefined
  end_timestamp?: number | undefined
}
export interface DrawingFilter extends Submitted {
  mj_id: string
  status: string
}
export interface TaskFilter extends Submitted {
  platform: string
  task_id: string
  status: string
  action: string
}
type Paging = Pick<Listing<never>, 'offset' | 'limit'>

/** A page of drawing tasks, newest first. */
export function listDrawings(db: Queryable, filter: DrawingFilter, paging: Paging) {
  let query = submitted(db.selectFrom('midjourneys').selectAll(), filter)
  for (const field of ['mj_id', 'status'] as const) if (filter[field]) query = query.where(field, '=', filter[field])
  return readListing(query, 'submit_time', paging)
}

const TASK_FIELDS = ['platform', 'task_id', 'status', 'action'] as const

/** A page of asynchronous tasks, newest first. */
export function listTasks(db: Queryable, filter: TaskFilter, paging: Paging) {
  let query = submitted(db.selectFrom('tasks').selectAll(), filter)
  for (const field of TASK_FIELDS) if (filter[field]) query = query.where(field, '=', filter[field])
  return readListing(query, 'submit_time', paging)
}

/** What both tables are looked through by. */
function submitted<T extends 'midjourneys' | 'tasks', Row>(
  all: SelectQueryBuilder<Tables, T, Row>,
  { userId, channel_id, start_timestamp, end_timestamp }: Submitted,
): SelectQueryBuilder<Tables, T, Row> {
  let query = all
  if (userId !== undefined) query = query.where(sql<boolean>`user_id = ${userId}`)
  if (channel_id) query = query.where(sql<boolean>`channel_id = ${channel_id}`)
  if (start_timestamp) query = query.where(sql<boolean>`submit_time >= ${start_timestamp}`)
  if (end_timestamp) query = query.where(sql<boolean>`submit_time <= ${end_timestamp}`)
  return query
}

/** A text that stands in the statement: only so can the indexes of what is not over be used. */
const isOpen = sql<boolean>`progress <> '100%'`

const isOpenBehind = (channelId: number, after: number) =>
  sql<boolean>`${isOpen} and channel_id = ${channelId} and id > ${after}`

type Platform = 'midjourneys' | 'tasks'

/** Channels that have tasks which are not over; 0 = of no channel. */
export async function channelsWithOpen(db: Queryable, table: Platform): Promise<number[]> {
  const rows = await db.selectFrom(table).select('channel_id').distinct().where(isOpen).execute()
  return rows.map(({ channel_id }) => channel_id)
}

/** Drawing tasks of a channel that are not over, by id from behind `after` on. */
export function openDrawings(db: Queryable, channelId: number, after: number, limit: number) {
  return db
    .selectFrom('midjourneys')
    .selectAll()
    .where(isOpenBehind(channelId, after))
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Asynchronous tasks of a channel that are not over, by id from behind `after` on. */
export function openTasks(db: Queryable, channelId: number, after: number, limit: number) {
  return db.selectFrom('tasks').selectAll().where(isOpenBehind(channelId, after)).orderBy('id').limit(limit).execute()
}

type Seen = Pick<MidjourneyRow, 'id' | 'status' | 'progress'>

/** A task that is as it was seen, and not over. */
const isStill = ({ id, status, progress }: Seen) =>
  sql<boolean>`id = ${id} and status = ${status} and progress = ${progress} and ${isOpen}`

/** Changes a drawing task that is as it was seen and not over. false = it is not. */
export async function lockOpenDrawing(trx: Queryable, seen: Seen, set: Updateable<MidjourneyTable>): Promise<boolean> {
  const { numUpdatedRows } = await trx.updateTable('midjourneys').set(set).where(isStill(seen)).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The same for an asynchronous task. */
export async function lockOpenTask(trx: Queryable, seen: Seen, set: Updateable<TaskTable>): Promise<boolean> {
  const { numUpdatedRows } = await trx.updateTable('tasks').set(set).where(isStill(seen)).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Orders that no platform took have no id: nobody can ask for them by it. */
const idsIn = (ids: readonly unknown[]) => ids.map(storableId).filter(Boolean)

/** The newest of a user's drawing tasks with a platform's id. */
export async function ownDrawing(db: Queryable, userId: number, mjId: unknown): Promise<MidjourneyRow | undefined> {
  const [id] = idsIn([mjId])
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

/** A user's drawing tasks with some of a platform's ids. */
export function ownDrawings(db: Queryable, userId: number, mjIds: readonly unknown[]): Promise<MidjourneyRow[]> {
  const ids = idsIn(mjIds)
  if (ids.length === 0) return Promise.resolve([])
  return db
    .selectFrom('midjourneys')
    .selectAll()
    .where('user_id', '=', userId)
    .where('mj_id', 'in', ids)
    .orderBy('id')
    .execute()
}

/** All drawing tasks with a platform's id; several callers may have been given the same. */
export function drawingsCalled(db: Queryable, mjId: unknown, channelId?: number): Promise<MidjourneyRow[]> {
  const [id] = idsIn([mjId])
  if (id === undefined) return Promise.resolve([])
  let query = db.selectFrom('midjourneys').selectAll().where('mj_id', '=', id)
  if (channelId !== undefined) query = query.where('channel_id', '=', channelId)
  return query.orderBy('id', 'desc').limit(SAME_ID).execute()
}

const SAME_ID = 100

/** A user's asynchronous tasks of a platform with some of its ids. */
export function ownTasks(
  db: Queryable,
  { userId, platform, action }: { userId: number; platform: string; action?: string },
  taskIds: readonly unknown[],
): Promise<TaskRow[]> {
  const ids = idsIn(taskIds)
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
