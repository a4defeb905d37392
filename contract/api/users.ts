import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idParams, looseText, pageIndex, pageSize, sortOrder } from './fields.ts'

/** A user as the console sees one. The password is always "" and secrets never leave the server. */
export const user = z.object({
  id: z.number(),
  username: z.string(),
  password: z.literal(''),
  display_name: z.string(),
  role: z.number(),
  status: z.number(),
  email: z.string(),
  github_id: z.string(),
  wechat_id: z.string(),
  telegram_id: z.string(),
  verification_code: z.literal(''),
  access_token: z.null(),
  quota: z.number(),
  used_quota: z.number(),
  request_count: z.number(),
  group: z.string(),
  aff_code: z.string(),
  aff_count: z.number(),
  aff_quota: z.number(),
  aff_history_quota: z.number(),
  inviter_id: z.number(),
  DeletedAt: z.nullable(z.string()),
  linux_do_id: z.string(),
})
export type User = z.infer<typeof user>

const listQuery = z.object({
  p: pageIndex,
  page_size: pageSize,
  sort: z.optional(z.enum(['id', 'username', 'quota', 'used_quota', 'request_count'])),
  order: sortOrder,
})

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/user',
  access: 'admin',
  summary: 'Users, newest first, deleted ones included',
  query: listQuery,
  reply: z.array(user),
})

export const searchUsers = endpoint({
  method: 'GET',
  path: '/api/user/search',
  access: 'admin',
  summary: 'Users by id, or by part of username, e-mail or display name, and by group',
  query: z.extend(listQuery, { keyword: looseText, group: looseText }),
  reply: z.array(user),
})

export const getUser = endpoint({
  method: 'GET',
  path: '/api/user/:id',
  access: 'admin',
  summary: 'One user of a lower role (root sees all)',
  params: idParams,
  reply: user,
})
