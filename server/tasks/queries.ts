import { type SelectQueryBuilder, sql } from 'kysely'
import type { Queryable } from '../store/database.ts'
import { type Listing, readListing } from '../store/listing.ts'
import type { Tables } from '../store/tables.ts'

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
  if (filter.mj_id) query = query.where('mj_id', '=', filter.mj_id)
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
