import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { looseInteger, looseText, pageIndex, pageSize } from './fields.ts'

/** A drawing task. Its times are Unix milliseconds, unlike all others. */
export const drawing = z.object({
  id: z.number(),
  /** The drawing service's response code to the request: 1 submitted, 21 exists, 22 queued. */
  code: z.number(),
  user_id: z.number(),
  /** In the administrators' view, while the user exists. */
  username: z.optional(z.string()),
  action: z.string(),
  mj_id: z.string(),
  prompt: z.string(),
  prompt_en: z.string(),
  description: z.string(),
  state: z.string(),
  submit_time: z.number(),
  start_time: z.number(),
  finish_time: z.number(),
  /** "" until there is an image; an address at this server while image forwarding is on. */
  image_url: z.string(),
  status: z.string(),
  /** `0%` to `100%`. */
  progress: z.string(),
  fail_reason: z.string(),
  /** 0 in a user's own list. */
  channel_id: z.number(),
  /** In the administrators' view, while the channel exists. */
  channel_name: z.optional(z.string()),
  quota: z.number(),
  /** JSON texts or "". */
  buttons: z.string(),
  properties: z.string(),
})
export type Drawing = z.infer<typeof drawing>

/** An asynchronous task. Its times are Unix seconds. */
export const task = z.object({
  id: z.number(),
  created_at: z.number(),
  updated_at: z.number(),
  task_id: z.string(),
  platform: z.string(),
  user_id: z.number(),
  /** In the administrators' view, while the user exists. */
  username: z.optional(z.string()),
  /** 0 in a user's own list. */
  channel_id: z.number(),
  /** In the administrators' view, while the channel exists. */
  channel_name: z.optional(z.string()),
  quota: z.number(),
  action: z.string(),
  status: z.string(),
  fail_reason: z.string(),
  submit_time: z.number(),
  start_time: z.number(),
  finish_time: z.number(),
  progress: z.string(),
  /** The requested parameters as JSON; null = unknown. */
  properties: z.unknown(),
  /** The platform's last response as JSON; null = none yet. */
  data: z.unknown(),
})
export type Task = z.infer<typeof task>

const paging = { p: pageIndex, page_size: pageSize }
/** Filters of administrators; `username` is a user's name or id. */
const ofAnybody = { channel_id: looseInteger, username: looseText }

const ownDrawings = {
  mj_id: looseText,
  status: looseText,
  /** Submission time in Unix milliseconds, both inclusive. */
  start_timestamp: looseInteger,
  end_timestamp: looseInteger,
}

export const listDrawings = endpoint('GET /api/mj', 'admin', {
  summary: 'Drawing tasks of all users, newest first',
  query: z.object({ ...paging, ...ownDrawings, ...ofAnybody }),
  reply: z.array(drawing),
})

export const listOwnDrawings = endpoint('GET /api/mj/self', 'user', {
  summary: 'Own drawing tasks, newest first',
  query: z.object({ ...paging, ...ownDrawings }),
  reply: z.array(drawing),
})

const ownTasks = {
  platform: looseText,
  task_id: looseText,
  status: looseText,
  action: looseText,
  /** Submission time in Unix seconds, both inclusive. */
  start_timestamp: looseInteger,
  end_timestamp: looseInteger,
}

export const listTasks = endpoint('GET /api/task', 'admin', {
  summary: 'Asynchronous tasks of all users, newest first',
  query: z.object({ ...paging, ...ownTasks, ...ofAnybody }),
  reply: z.array(task),
})

export const listOwnTasks = endpoint('GET /api/task/self', 'user', {
  summary: 'Own asynchronous tasks, newest first',
  query: z.object({ ...paging, ...ownTasks }),
  reply: z.array(task),
})
