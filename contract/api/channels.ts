import * as z from 'zod/mini'
import { MULTI_KEY_MODES } from '../channel-keys.ts'
import { limitsInput, shownLimits } from '../limit-schemas.ts'
import { MAX_WAIT_SECONDS } from '../routing.ts'
import { batchIds, dryRun, statusOutcome } from './batch.ts'
import { endpoint } from './endpoint.ts'
import {
  idParams,
  longText,
  looseCode,
  looseGroup,
  looseText,
  nothing,
  orNull,
  pageIndex,
  pageSize,
  searchSize,
  sortOrder,
  textOrNull,
} from './fields.ts'

/** One test of a channel. */
const channelTest = z.object({
  /** Unix seconds. */
  time: z.number(),
  ok: z.boolean(),
  /** Milliseconds. */
  ms: z.number(),
  model: z.string(),
  /** Reason of the failure in the reader's language, without host names; "" = success. */
  error: z.string(),
})
export type ChannelTest = z.infer<typeof channelTest>

/** How many keys of a channel are in which state; `ready` can be used now. */
export const keyCounts = z.object({
  total: z.number(),
  ready: z.number(),
  cooling: z.number(),
  stopped: z.number(),
  disabled: z.number(),
})
export type KeyCounts = z.infer<typeof keyCounts>

export const SHOWN_KEY_STATUSES = 1000

/** The number of tests kept for each channel. */
export const RECENT_TESTS = 20

/** A channel as returned to administrators; `key` is always "". */
export const channel = z.object({
  id: z.number(),
  type: z.number(),
  key: z.literal(''),
  openai_organization: z.string(),
  test_model: z.string(),
  status: z.number(),
  name: z.string(),
  weight: z.number(),
  created_time: z.number(),
  test_time: z.number(),
  /** Duration of the last test in milliseconds. */
  response_time: z.number(),
  /** Reason why the last test failed, in the reader's language; "" = success, or no test. */
  test_error: z.string(),
  /** The last tests, at most `RECENT_TESTS`, oldest first. */
  recent_tests: z.array(channelTest),
  base_url: z.string(),
  other: z.string(),
  /** USD. */
  balance: z.number(),
  balance_updated_time: z.number(),
  /** Comma list in the stored order. */
  models: z.string(),
  group: z.string(),
  used_quota: z.number(),
  /** JSON text or "". */
  model_mapping: z.string(),
  status_code_mapping: z.string(),
  priority: z.number(),
  auto_ban: z.number(),
  /** JSON text of a `DisableNote` (channel-types/disable-rules.ts), or "". */
  other_info: z.string(),
  /** JSON text of ChannelSettings or "". */
  settings: z.string(),
  /** JSON text of a BuyPrice or "". */
  buy_price: z.string(),
  /** Noted for consoles of this family, which show it; routing does not read it. 0 = none. */
  max_input_tokens: z.number(),
  ...shownLimits,
  /** What consoles of this family read of several keys; null = the channel has a single one. */
  channel_info: z.nullable(
    z.object({
      is_multi_key: z.boolean(),
      multi_key_size: z.number(),
      /** The status of keys that are not enabled, by their place among all, from 0; at most `SHOWN_KEY_STATUSES`. */
      multi_key_status_list: z.record(z.string(), z.number()),
      multi_key_polling_index: z.number(),
      multi_key_mode: z.enum(MULTI_KEY_MODES),
    }),
  ),
  /** How many of several keys are in which state; null = the channel has a single one. */
  key_counts: z.nullable(keyCounts),
})
export type Channel = z.infer<typeof channel>

const certificates = z.string().check(z.maxLength(65_536))

/** Per-channel settings beyond the columns of this API family; times in seconds, 0 = the default. */
export const channelSettings = z.object({
  abort_policy: z.optional(z.enum(['cancel', 'drain'])),
  drain_seconds: z.optional(z.number().check(z.int(), z.gte(1), z.lte(600))),
  first_byte_timeout: z.optional(z.number().check(z.int(), z.gte(0), z.lte(3600))),
  idle_timeout: z.optional(z.number().check(z.int(), z.gte(0), z.lte(3600))),
  total_timeout: z.optional(z.number().check(z.int(), z.gte(0), z.lte(86_400))),
  /** More expensive service tiers: true = callers may choose them at their own cost, `refuse` = they get an error. */
  service_tiers: z.optional(z.union([z.boolean(), z.literal('refuse')])),
  /** A second channel is asked when the channel has not begun to answer by its own 95th percentile. */
  hedge: z.optional(z.boolean()),
  /** Seconds that calls wait for a place at the channel instead of being refused. */
  wait_seconds: z.optional(z.number().check(z.int(), z.gte(0), z.lte(MAX_WAIT_SECONDS))),
  /** false = prompts of callers whose API has no cache marks are not kept in the vendor's cache. */
  prompt_caching: z.optional(z.boolean()),
  /** false = parameters that a model is known to refuse are sent anyway. */
  fit_parameters: z.optional(z.boolean()),
  /** How a key is chosen where the channel has several: in turn (the default), at random, or the least busy one. */
  multi_key_mode: z.optional(z.enum(MULTI_KEY_MODES)),
  /** The proxy of all its calls, as `readProxyAddress` reads it. The password is stored apart and shown as `***`. */
  proxy: z.optional(z.string().check(z.maxLength(2000))),
  /** The only authorities that may vouch for its servers, as PEM. */
  ca: z.optional(certificates),
  /** What the client shows for itself, as PEM; its key is stored apart and shown as `***`. */
  client_certificate: z.optional(certificates),
  client_key: z.optional(certificates),
})
export type ChannelSettings = z.infer<typeof channelSettings>

/**
 * Defaults in seconds for absent or zero settings. They are long because reasoning models can take minutes until
 * the first byte.
 */
export const CHANNEL_SETTING_DEFAULTS = {
  drain_seconds: 60,
  first_byte_timeout: 300,
  idle_timeout: 120,
  total_timeout: 3600,
}

export const CHANNEL_NAME_MAX = 100
export const PRIORITY_MIN = -999
/** Maximum of priority and weight. */
export const PLACE_MAX = 1_000_000
const intNull = (min: number, max: number) =>
  z.pipe(
    z.nullable(z.number().check(z.int(), z.lte(max))),
    z.transform((value) => Math.max(min, value ?? 0)),
  )

const MAX_INPUT_TOKENS = 1_000_000_000

const code = orNull(z.number().check(z.int()), 0)

/** Writable fields of a channel. An update ignores absent fields, and empty fields where a value is required. */
export const channelInput = z.object({
  type: z.optional(code),
  key: z.optional(textOrNull(1_000_000)),
  openai_organization: z.optional(textOrNull(200)),
  test_model: z.optional(textOrNull(200)),
  status: z.optional(code),
  name: z.optional(textOrNull(CHANNEL_NAME_MAX)),
  weight: z.optional(intNull(0, PLACE_MAX)),
  base_url: z.optional(textOrNull(2000)),
  /** An update ignores "" and clears the field when the value is blank. */
  other: z.optional(textOrNull(10_000)),
  models: z.optional(textOrNull(200_000)),
  group: z.optional(textOrNull(64_000)),
  model_mapping: z.optional(textOrNull(200_000)),
  status_code_mapping: z.optional(textOrNull(10_000)),
  priority: z.optional(intNull(PRIORITY_MIN, PLACE_MAX)),
  auto_ban: z.optional(z.nullable(z.number())),
  settings: z.optional(textOrNull(250_000)),
  /** What the operator pays the vendor: discount, own prices by upstream model, currency and rate. */
  buy_price: z.optional(textOrNull(200_000)),
  max_input_tokens: z.optional(intNull(0, MAX_INPUT_TOKENS)),
  /** null = no limits. */
  limits: z.optional(limitsInput),
})

const keyModes = {
  /** How a key is chosen where the channel has several. */
  multi_key_mode: z.optional(z.enum(MULTI_KEY_MODES)),
}

const listQuery = z.object({
  p: pageIndex,
  page_size: pageSize,
  /** `true` = newest first; otherwise sorted by priority. */
  id_sort: looseText,
  sort: z.optional(
    z.enum(['id', 'name', 'type', 'status', 'response_time', 'used_quota', 'balance', 'priority', 'weight']),
  ),
  order: sortOrder,
  status: looseCode,
  type: looseCode,
  /** `failed` = only channels whose last test failed. */
  test: looseText,
  /** `credit` = only channels that were disabled automatically because their account has no money. */
  lacks: looseText,
})
/** A search without `page_size` returns up to 1,000 rows. */
const searchQuery = z.extend(listQuery, { page_size: searchSize })

export const listChannels = endpoint('GET /api/channel', 'admin', {
  summary: 'Channels, by priority or newest first',
  query: listQuery,
  reply: z.array(channel),
})

export const searchChannels = endpoint('GET /api/channel/search', 'admin', {
  summary: 'Channels by id, part of the name or full key; by part of a model; by group',
  query: z.extend(searchQuery, { keyword: looseText, model: looseText, group: looseGroup }),
  reply: z.array(channel),
})

export const findChannels = endpoint('POST /api/channel/search', 'admin', {
  summary: 'The same with the keyword in the body, so that a key never appears in an address',
  query: z.extend(searchQuery, { model: looseText, group: looseGroup }),
  body: z.object({ keyword: longText }),
  reply: z.array(channel),
})

export const getChannel = endpoint('GET /api/channel/:id', 'admin', {
  summary: 'One channel, without its key',
  params: idParams,
  reply: channel,
})

export const createChannel = endpoint('POST /api/channel', 'admin', {
  summary:
    'Create a channel for each line of `key`, or one that uses all of them; without a key, `copy_of` names the channel whose key and status it takes',
  body: z.extend(channelInput, {
    copy_of: z.optional(z.number().check(z.int(), z.positive())),
    ...keyModes,
    /** `batch` (the default): a channel for each key. `multi_to_single`: one channel with all keys. `single`: one key. */
    mode: z.optional(z.enum(['single', 'batch', 'multi_to_single'])),
    /** The fields, as clients of this family send them. */
    channel: z.optional(z.extend(channelInput, keyModes)),
  }),
  reply: z.array(channel),
})

export const updateChannel = endpoint('PUT /api/channel', 'admin', {
  summary: 'Write the given fields; what a channel must have, and its key, stay when they are given empty',
  body: z.extend(channelInput, {
    id: z.number().check(z.int(), z.positive()),
    ...keyModes,
    /** What happens to several keys when `key` is given: they are replaced (the default), or it is added to them. */
    key_mode: z.optional(z.enum(['replace', 'append'])),
  }),
  reply: channel,
})

export const deleteChannel = endpoint('DELETE /api/channel/:id', 'admin', {
  summary: 'Delete a channel; it takes no further call',
  params: idParams,
  reply: nothing,
})

export const deleteDisabledChannels = endpoint('DELETE /api/channel/disabled', 'admin', {
  summary: 'Delete all channels that were disabled manually or automatically; returns their number',
  reply: z.number(),
})

export const deleteChannels = endpoint('POST /api/channel/batch', 'admin', {
  summary: 'Delete the channels with these ids; the reply is how many there were',
  body: z.object({ ids: batchIds('channel_ids_invalid') }),
  reply: z.number(),
})

export const setChannelStatuses = endpoint('POST /api/channel/batch/status', 'admin', {
  summary: 'Give the channels with these ids a status, all in one step; with `dry_run` only say what that would change',
  body: z.object({
    ids: batchIds('channel_ids_invalid'),
    status: z.number().check(z.int()),
    dry_run: dryRun,
  }),
  reply: z.extend(statusOutcome, {
    /** Models that a group could use before and that no enabled channel offers to it afterwards. */
    unserved: z.array(z.string()),
  }),
})

export const copyChannel = endpoint('POST /api/channel/copy/:id', 'admin', {
  summary: 'Copy a channel with its key; the counters of the copy begin at 0',
  params: idParams,
  reply: channel,
})

/** Result of a repair of the routing index; counts are rows of the index. */
export const repairReport = z.object({
  /** Number of channels compared. */
  channels: z.number(),
  /** Ids of the channels whose rows were wrong. */
  repaired: z.array(z.number()),
  missing: z.number(),
  /** Rows for models or groups that the channel does not have. */
  surplus: z.number(),
  /** Rows whose status, priority or weight differs from the channel's. */
  outdated: z.number(),
  /** Rows of channels that do not exist. */
  orphaned: z.number(),
})
export type RepairReport = z.infer<typeof repairReport>

export const repairChannels = endpoint('POST /api/channel/fix', 'admin', {
  summary: 'Compare the routing index with the channels and repair it; the reply is the number of repaired channels',
  reply: z.number(),
  beside: z.object({ report: repairReport }),
})
