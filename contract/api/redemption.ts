import * as z from 'zod/mini'
import { MAX_QUOTA } from '../quota.ts'
import { endpoint } from './endpoint.ts'
import {
  idParams,
  longText,
  looseCode,
  looseText,
  nothing,
  pageIndex,
  pageSize,
  searchSize,
  sortOrder,
} from './fields.ts'

/** A redemption code as returned to administrators; `key` is in plain text, because they distribute it. */
export const redemption = z.object({
  id: z.number(),
  /** Id of the creator. */
  user_id: z.number(),
  key: z.string(),
  /** A value of REDEMPTION_STATUS. */
  status: z.number(),
  name: z.string(),
  /** Value in quota units. */
  quota: z.number(),
  created_time: z.number(),
  redeemed_time: z.number(),
  /** Used only for creation; 0 here. */
  count: z.literal(0),
  /** 0 = not used yet. */
  used_user_id: z.number(),
  /** The name of the user who redeemed the code; "" = not used yet. */
  used_username: z.string(),
  DeletedAt: z.nullable(z.string()),
})
export type Redemption = z.infer<typeof redemption>

export const REDEMPTION_NAME_MAX = 20
export const REDEMPTION_COUNT_MAX = 100
/** Default value of a new code in quota units. */
export const NEW_REDEMPTION_QUOTA = 100_000

const writable = {
  name: z
    .string('redemption_name_length')
    .check(
      z.trim(),
      z.minLength(1, 'redemption_name_length'),
      z.maxLength(REDEMPTION_NAME_MAX, 'redemption_name_length'),
    ),
  quota: z
    .number('redemption_quota_invalid')
    .check(
      z.int('redemption_quota_invalid'),
      z.gte(1, 'redemption_quota_invalid'),
      z.lte(MAX_QUOTA, 'redemption_quota_invalid'),
    ),
}
const count = z
  .number('redemption_count_too_small')
  .check(
    z.int('redemption_count_too_small'),
    z.gte(1, 'redemption_count_too_small'),
    z.lte(REDEMPTION_COUNT_MAX, 'redemption_count_too_large'),
  )

/** Input for new codes. */
export const newRedemptions = z.object({ name: writable.name, count, quota: writable.quota })
/** Fields of an unused code that can be changed. */
export const redemptionChange = z.object(writable)

const listQuery = z.object({
  p: pageIndex,
  page_size: pageSize,
  sort: z.optional(z.enum(['id', 'name', 'status', 'quota', 'created_time', 'redeemed_time'])),
  order: sortOrder,
  status: looseCode,
})
/** A search without `page_size` returns up to 1,000 rows. */
const searchQuery = z.extend(listQuery, { page_size: searchSize })

export const listRedemptions = endpoint('GET /api/redemption', 'admin', {
  summary: 'Redemption codes, newest first',
  query: listQuery,
  reply: z.array(redemption),
})

export const searchRedemptions = endpoint('GET /api/redemption/search', 'admin', {
  summary: 'Redemption codes by id, part of the name or whole code',
  query: z.extend(searchQuery, { keyword: looseText }),
  reply: z.array(redemption),
})

export const findRedemptions = endpoint('POST /api/redemption/search', 'admin', {
  summary: 'The same with the keyword in the body, so that a code never appears in an address',
  query: searchQuery,
  body: z.object({ keyword: longText }),
  reply: z.array(redemption),
})

export const getRedemption = endpoint('GET /api/redemption/:id', 'admin', {
  summary: 'One redemption code',
  params: idParams,
  reply: redemption,
})

export const createRedemptions = endpoint('POST /api/redemption', 'admin', {
  summary: 'Make up to 100 redemption codes; the reply is the list of codes',
  body: newRedemptions,
  reply: z.array(z.string()),
})

export const updateRedemption = endpoint('PUT /api/redemption', 'admin', {
  summary: 'Change name and quota of a code that was not used; with ?status_only= switch it on or off',
  query: z.object({ status_only: looseText }),
  body: z.object({
    ...z.partial(redemptionChange).shape,
    id: z.number().check(z.int(), z.positive()),
    status: z.optional(z.number()),
  }),
  reply: redemption,
})

export const deleteRedemption = endpoint('DELETE /api/redemption/:id', 'admin', {
  summary: 'Delete a redemption code; it can no longer be redeemed',
  params: idParams,
  reply: nothing,
})

export const redeem = endpoint('POST /api/user/topup', 'user', {
  summary: 'Redeem a code for the own balance; the reply is the number of units',
  body: z.object({ key: z.string('redemption_key_missing').check(z.maxLength(1000, 'redemption_unknown')) }),
  reply: z.number(),
})
