import * as z from 'zod/mini'
import { ENDPOINT_KINDS } from '../endpoint-kinds.ts'
import { limitsInput, shownLimits } from '../limit-schemas.ts'
import { MAX_QUOTA } from '../quota.ts'
import { MAX_TAGS, TAG_MAX, tidyTags } from '../tags.ts'
import { batchIds, dryRun, statusOutcome } from './batch.ts'
import { endpoint } from './endpoint.ts'
import {
  idParams,
  looseText,
  nothing,
  numberOrNull,
  orNull,
  pageIndex,
  pageSize,
  searchSize,
  sortOrder,
  textOrNull,
} from './fields.ts'

/** A token as returned to its owner; `key` is without the prefix `sk-`. */
export const token = z.object({
  id: z.number(),
  user_id: z.number(),
  key: z.string(),
  status: z.number(),
  name: z.string(),
  created_time: z.number(),
  accessed_time: z.number(),
  /** Unix seconds, −1 = never. */
  expired_time: z.number(),
  remain_quota: z.number(),
  unlimited_quota: z.boolean(),
  model_limits_enabled: z.boolean(),
  /** Comma list of names, and of patterns such as `claude-*`. */
  model_limits: z.string(),
  /** The kinds of endpoints that it may call; null = all. */
  endpoints: z.nullable(z.array(z.string())),
  /** One address or network per line. */
  allow_ips: z.string(),
  note: z.string(),
  tags: z.array(z.string()),
  /** Unix seconds of the last call, its address and its client; 0 = none since version 0.2. Up to ten seconds late. */
  last_used_at: z.number(),
  last_used_ip: z.string(),
  last_used_client: z.string(),
  used_quota: z.number(),
  /** "" = the user's own group. */
  group: z.string(),
  /** When the last key from before a rotation ends, in Unix seconds; 0 = only `key` is valid. */
  former_key_until: z.number(),
  ...shownLimits,
  DeletedAt: z.nullable(z.string()),
})
export type Token = z.infer<typeof token>

export const TOKEN_NAME_MAX = 50
export const TOKEN_NOTE_MAX = 500

/** A token's remaining quota in units, at least `least`. */
export const tokenQuota = (least: number) =>
  z
    .number('token_quota_invalid')
    .check(z.int('token_quota_invalid'), z.gte(least, 'token_quota_invalid'), z.lte(MAX_QUOTA, 'token_quota_invalid'))

const expiry = z.number('token_expiry_invalid').check(z.int('token_expiry_invalid'), z.gte(-1, 'token_expiry_invalid'))

const writable = {
  name: z
    .string('token_name_required')
    .check(z.trim(), z.minLength(1, 'token_name_required'), z.maxLength(TOKEN_NAME_MAX, 'token_name_too_long')),
  unlimited_quota: z.boolean(),
  model_limits_enabled: z.boolean(),
  model_limits: textOrNull(20_000),
  /** null = all; a list must name at least one. */
  endpoints: z.nullable(
    z.array(z.enum(ENDPOINT_KINDS, 'token_endpoints_invalid')).check(z.minLength(1, 'token_endpoints_invalid')),
  ),
  allow_ips: textOrNull(10_000),
  note: textOrNull(TOKEN_NOTE_MAX),
  tags: z.pipe(
    z.array(z.string().check(z.maxLength(TAG_MAX))).check(z.maxLength(MAX_TAGS)),
    z.transform((tags) => tidyTags(tags)),
  ),
  group: textOrNull(64),
  /** null = no limits. */
  limits: limitsInput,
}

/** The same restrictions in one-api's words; a request with both must mean the same by them. */
const olderWords = {
  /** `model_limits` that are enabled; blank = none. */
  models: z.optional(textOrNull(20_000)),
  /** `allow_ips`; blank = none. */
  subnet: z.optional(textOrNull(10_000)),
}

/** Input of a create; missing fields and null numbers take their defaults. */
export const tokenInput = z.object({
  ...writable,
  ...olderWords,
  remain_quota: z._default(orNull(tokenQuota(0), 0), 0),
  expired_time: z._default(orNull(expiry, -1), -1),
  unlimited_quota: z._default(writable.unlimited_quota, false),
  /** Absent = where there are any. */
  model_limits_enabled: z.optional(writable.model_limits_enabled),
  model_limits: z._default(writable.model_limits, ''),
  endpoints: z._default(writable.endpoints, null),
  allow_ips: z._default(writable.allow_ips, ''),
  note: z._default(writable.note, ''),
  tags: z._default(writable.tags, []),
  group: z._default(writable.group, ''),
  limits: z._default(writable.limits, null),
})
export type TokenInput = z.input<typeof tokenInput>

const listQuery = z.object({
  p: pageIndex,
  size: pageSize,
  sort: z.optional(z.enum(['id', 'name', 'status', 'used_quota', 'remain_quota', 'created_time', 'expired_time'])),
  order: sortOrder,
})
/** A search without `size` and `page_size` returns up to 1,000 rows; the smaller of the two holds. */
const searchQuery = z.extend(listQuery, { size: searchSize, page_size: searchSize })

export const listTokens = endpoint('GET /api/token', 'user', {
  summary: 'Own tokens, newest first',
  query: listQuery,
  reply: z.array(token),
})

export const searchTokens = endpoint('GET /api/token/search', 'user', {
  summary: 'Own tokens by id or part of the name or note, by tag, and by full key',
  query: z.extend(searchQuery, { keyword: looseText, token: looseText, tag: looseText }),
  reply: z.array(token),
})

export const findTokens = endpoint('POST /api/token/search', 'user', {
  summary: 'The same with the texts in the body, so that a key never appears in an address',
  query: searchQuery,
  body: z.object({
    keyword: looseText,
    /** The complete key, with or without `sk-`, or as a caller sends it: `Bearer sk-KEY-12`. */
    token: looseText,
    tag: looseText,
  }),
  reply: z.array(token),
})

export const listTokenTags = endpoint('GET /api/token/tags', 'user', {
  summary: 'The tags of all own tokens, by name',
  reply: z.array(z.string()),
})

export const getToken = endpoint('GET /api/token/:id', 'user', {
  summary: 'One own token',
  params: idParams,
  reply: token,
})

export const createToken = endpoint('POST /api/token', 'user', {
  summary: 'Create a token; the reply holds it with its key',
  body: tokenInput,
  reply: token,
})

/** Maximum number of tokens that one call creates. */
export const MAX_NEW_TOKENS = 100

export const createTokens = endpoint('POST /api/token/batch/create', 'user', {
  summary:
    'Create a token for each of these names, alike in all else; all or none. The reply holds them with their keys',
  body: z.extend(z.omit(tokenInput, { name: true }), {
    names: z.array(writable.name).check(z.minLength(1), z.maxLength(MAX_NEW_TOKENS)),
  }),
  reply: z.array(token),
})

export const updateToken = endpoint('PUT /api/token', 'user', {
  summary: 'Change an own token; with ?status_only= only its status',
  query: z.object({ status_only: looseText }),
  body: z.object({
    // Not derived from `tokenInput`: a default inside an optional field would overwrite absent fields.
    ...z.partial(z.object(writable)).shape,
    ...olderWords,
    /** Negative only down to the token's current value; null = unchanged. */
    remain_quota: z.optional(orNull(tokenQuota(-MAX_QUOTA), undefined)),
    /** null = unchanged. */
    expired_time: z.optional(orNull(expiry, undefined)),
    id: z.number().check(z.int(), z.positive()),
    status: z.optional(numberOrNull),
  }),
  reply: token,
})

/** The longest time that a former key stays valid, in seconds: 30 days. */
export const MAX_KEEP_SECONDS = 2_592_000

export const rotateToken = endpoint('POST /api/token/:id/rotate', 'user', {
  summary: 'Give an own token another key; the former one stays valid for `keep_seconds`. The reply holds the new key',
  params: idParams,
  body: z.object({
    /** 0 = the former key ends at once. Keys from earlier rotations end no later. */
    keep_seconds: z.int('invalid_parameters').check(z.gte(0), z.lte(MAX_KEEP_SECONDS)),
  }),
  reply: token,
})

export const endFormerKeys = endpoint('DELETE /api/token/:id/former_keys', 'user', {
  summary: 'Revoke the former keys of an own rotated token; calls with them fail immediately',
  params: idParams,
  reply: token,
})

export const deleteToken = endpoint('DELETE /api/token/:id', 'user', {
  summary: 'Delete an own token; calls with it fail immediately',
  params: idParams,
  reply: nothing,
})

export const deleteTokens = endpoint('POST /api/token/batch', 'user', {
  summary: 'Delete the own tokens with these ids; the reply is how many there were',
  body: z.object({ ids: batchIds('invalid_parameters') }),
  reply: z.number(),
})

export const setTokenLimits = endpoint('POST /api/token/batch/limits', 'user', {
  summary: 'Set the limits of the own tokens with these ids; with `keep_others` only those that are named',
  body: z.object({
    ids: batchIds('invalid_parameters'),
    /** null = none. */
    limits: limitsInput,
    /** true = limits that are not named stay; a budget of the same window and models is replaced. */
    keep_others: z._default(z.boolean(), false),
  }),
  reply: z.object({
    /** Tokens that have these limits already are in neither list. */
    changed: z.array(z.object({ id: z.number(), limits: limitsInput })),
    refused: statusOutcome.shape.refused,
  }),
})

export const setTokenStatuses = endpoint('POST /api/token/batch/status', 'user', {
  summary: 'Switch the own tokens with these ids on or off; with `dry_run` only say what that would change',
  body: z.object({ ids: batchIds('invalid_parameters'), status: z.number(), dry_run: dryRun }),
  reply: statusOutcome,
})
