import * as z from 'zod/mini'
import { KEY_STATES } from '../channel-keys.ts'
import { limitsInput, shownLimits } from '../limit-schemas.ts'
import { MAX_BATCH } from './batch.ts'
import { keyCounts } from './channels.ts'
import { endpoint } from './endpoint.ts'
import { idParams, nothing, pageIndex, pageSize } from './fields.ts'

/** Several keys in one channel. */

const keyParams = z.extend(idParams, { key: z.coerce.number().check(z.int(), z.positive()) })

/** A key of a channel, without its text. */
export const channelKey = z.object({
  id: z.number(),
  /** The first and last characters of the key. */
  mask: z.string(),
  state: z.enum(KEY_STATES),
  /** Unix seconds until which the key rests; 0 = it does not. */
  cooling_until: z.number(),
  /** Why it was stopped; "" = it was not. */
  reason: z.string(),
  /** Unix seconds. */
  changed_at: z.number(),
  /** Unix seconds of the next test of a stopped key; 0 = none. */
  probe_at: z.number(),
  calls: z.number(),
  failures: z.number(),
  last_used_at: z.number(),
  last_error: z.string(),
  last_error_at: z.number(),
  created_at: z.number(),
  ...shownLimits,
})
export type ChannelKey = z.infer<typeof channelKey>

const keyText = z.string().check(z.maxLength(4_000_000))

export const listChannelKeys = endpoint('GET /api/channel/:id/keys', 'admin', {
  summary: 'The keys of a channel that has several, without their texts, oldest first',
  params: idParams,
  query: z.object({
    p: pageIndex,
    page_size: pageSize,
    /** Absent or "" = all. */
    state: z.optional(z.enum(['', ...KEY_STATES])),
  }),
  reply: z.array(channelKey),
  beside: z.object({ counts: keyCounts }),
})

/** What became of keys that were given. */
const addedKeys = z.object({
  added: z.number(),
  /** Keys that the channel had already. */
  known: z.number(),
})

export const addChannelKeys = endpoint('POST /api/channel/:id/keys', 'admin', {
  summary: 'Add the keys of a text, one per line; a channel with a single key has several from then on',
  params: idParams,
  body: z.object({ keys: keyText }),
  reply: addedKeys,
})

export const updateChannelKey = endpoint('PUT /api/channel/:id/keys/:key', 'admin', {
  summary: 'Replace a key, enable or disable it, or write its limits; absent fields stay',
  params: keyParams,
  body: z.object({
    /** "" = it stays. */
    text: z.optional(keyText),
    enabled: z.optional(z.boolean()),
    limits: z.optional(limitsInput),
  }),
  reply: channelKey,
})

export const deleteChannelKey = endpoint('DELETE /api/channel/:id/keys/:key', 'admin', {
  summary: 'Remove a key; the last one of a channel stays',
  params: keyParams,
  reply: nothing,
})

export const testChannelKey = endpoint('POST /api/channel/:id/keys/:key/test', 'admin', {
  summary: 'Send a small request with a key; one that was stopped and answers is enabled. Refusals have a `time` too',
  params: keyParams,
  reply: nothing,
  /** `time` in seconds; `enabled` = this call enabled the key. */
  beside: z.object({ time: z.number(), enabled: z.boolean() }),
})

export const changeChannelKeys = endpoint('POST /api/channel/:id/keys/batch', 'admin', {
  summary: 'Enable, disable or remove several keys, or all of a state; the reply is how many were changed',
  params: idParams,
  body: z.object({
    action: z.enum(['enable', 'disable', 'delete']),
    ids: z.optional(z.array(z.number().check(z.int(), z.positive())).check(z.maxLength(MAX_BATCH))),
    /** Which keys, where `ids` is absent; absent as well = all, but for `delete`, which needs one of them. */
    state: z.optional(z.enum(['stopped', 'disabled', 'unusable'])),
  }),
  reply: z.number(),
})

const ACTIONS = [
  'get_key_status',
  'disable_key',
  'enable_key',
  'delete_key',
  'delete_disabled_keys',
  'enable_all_keys',
  'disable_all_keys',
] as const

const keyStatus = z.object({
  index: z.number(),
  status: z.number(),
  /** Unix seconds; 0 = the key is enabled. */
  disabled_time: z.number(),
  reason: z.string(),
  key_preview: z.string(),
})

export const manageMultiKey = endpoint('POST /api/channel/multi_key/manage', 'admin', {
  summary:
    'Manage the keys of a channel in the manner of this API family: keys go by their place among all, from 0; `delete_disabled_keys` removes those that were stopped',
  body: z.object({
    channel_id: z.number().check(z.int(), z.positive()),
    action: z.enum(ACTIONS),
    key_index: z.optional(z.nullable(z.number().check(z.int(), z.gte(0)))),
    /** From 1. */
    page: z.optional(z.nullable(z.number().check(z.int()))),
    page_size: z.optional(z.nullable(z.number().check(z.int()))),
    /** Only keys with this status: 1 enabled, 2 disabled by hand, 3 stopped. */
    status: z.optional(z.nullable(z.number().check(z.int()))),
  }),
  /** For `get_key_status` the keys of the page, for `delete_disabled_keys` how many were removed. */
  reply: z.optional(
    z.union([
      z.number(),
      z.object({
        keys: z.array(keyStatus),
        total: z.number(),
        page: z.number(),
        page_size: z.number(),
        total_pages: z.number(),
        enabled_count: z.number(),
        manual_disabled_count: z.number(),
        auto_disabled_count: z.number(),
      }),
    ]),
  ),
})
