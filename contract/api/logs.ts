import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import {
  exportFormat,
  idParams,
  looseCode,
  looseCodes,
  looseInteger,
  looseLines,
  looseNumbers,
  looseText,
  pageSize,
  sortOrder,
} from './fields.ts'

/** A log row; `other` is the JSON text of a Receipt (see contract/receipt.ts) or "". */
export const log = z.object({
  id: z.number(),
  user_id: z.number(),
  created_at: z.number(),
  type: z.number(),
  content: z.string(),
  username: z.string(),
  token_name: z.string(),
  model_name: z.string(),
  quota: z.number(),
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  /** Seconds. */
  use_time: z.number(),
  is_stream: z.boolean(),
  /** Channel id; 0 in a user's own log. */
  channel: z.number(),
  /** Name of the channel, in the administrators' view while the channel exists. */
  channel_name: z.optional(z.string()),
  token_id: z.number(),
  other: z.string(),
  /**
   * What the vendor charges, in thousandths of a quota unit; null = unknown. Only in the administrators' view: users
   * never see costs.
   */
  cost: z.optional(z.nullable(z.number())),
})
export type Log = z.infer<typeof log>

/** Token name of a channel test, as in this API family; its `token_id` is 0. */
export const TEST_TOKEN_NAME = '模型测试'

/** Result of a call. */
export const CALL_STATUSES = ['served', 'failed'] as const
export type CallStatus = (typeof CALL_STATUSES)[number]

const status = z.optional(z.enum(CALL_STATUSES))
const ownFilter = {
  type: looseCode,
  /** Filters by the result of the call. */
  status,
  /** Excluded values, one per line. */
  not_type: looseCodes,
  not_token_name: looseLines,
  not_model_name: looseLines,
  token_name: looseText,
  /** Calls of one token, under any name it had. */
  token_id: looseInteger,
  /** Exact name, or a pattern with `%`. */
  model_name: looseText,
  start_timestamp: looseInteger,
  end_timestamp: looseInteger,
  request_id: looseText,
  /** Rows other than served calls whose text contains these words; for administrators, or whose details do. */
  words: looseText,
}
const filter = {
  ...ownFilter,
  username: looseText,
  channel: looseInteger,
  not_username: looseLines,
  not_channel: looseNumbers,
}

const paging = {
  /** One-based. */
  p: z.pipe(
    looseInteger,
    z.transform((value) => (!value || value < 1 ? 1 : Math.min(value, 10_000_000))),
  ),
  page_size: pageSize,
  sort: z.optional(z.enum(['id', 'quota', 'use_time', 'prompt_tokens', 'completion_tokens'])),
  order: sortOrder,
  /**
   * Only rows with higher ids, in the order of their ids: what was written since. `p` and `sort` do not count then, and
   * `total` is the number of rows in the reply.
   */
  after_id: looseInteger,
  /** `capped` = counts at most the newest rows where counting needs the rows themselves. */
  count: z.optional(z.enum(['capped'])),
}

const page = z.object({
  items: z.array(log),
  page: z.number(),
  page_size: z.number(),
  total: z.number(),
  /** There are more rows than `total`; set only with `count=capped`. */
  more: z.optional(z.boolean()),
  /**
   * Set when only so many rows were sorted, the newest that match. Older ones follow behind them, newest first: a
   * shorter time sorts all of its rows.
   */
  sorted: z.optional(z.number()),
  /** The highest id of the whole log just before it was read; set only with `after_id`. */
  last_id: z.optional(z.number()),
})
const stat = z.object({ quota: z.number(), rpm: z.number(), tpm: z.number() })
export type LogPage = z.infer<typeof page>
export type LogStat = z.infer<typeof stat>

/** Maximum and default number of bars in a histogram. */
export const MAX_BARS = 200
const BARS = 60

const shape = {
  /** Maximum number of bars. */
  buckets: z.pipe(
    looseInteger,
    z.transform((value) => Math.min(Math.max(value ?? BARS, 1), MAX_BARS)),
  ),
  /** Unix seconds at which a bar begins, for example a midnight in the reader's time zone. */
  origin: looseInteger,
}
const histogram = z.object({
  /** Unix seconds; the last bar also counts later rows. */
  start: z.number(),
  end: z.number(),
  /** Seconds per bar. */
  step: z.number(),
  items: z.array(z.object({ start: z.number(), calls: z.number(), failed: z.number(), others: z.number() })),
  /**
   * Older rows (before this Unix time in seconds) were not counted, since there are too many; null = all were
   * counted.
   */
  since: z.nullable(z.number()),
})
export type LogHistogram = z.infer<typeof histogram>

const names = z.array(z.object({ value: z.string(), count: z.number() }))
const numbers = z.array(z.object({ value: z.number(), count: z.number() }))
const facets = z.object({
  type: numbers,
  status: z.array(z.object({ value: z.enum(CALL_STATUSES), count: z.number() })),
  model_name: names,
  token_name: names,
  /** Empty in a user's own log. */
  username: names,
  channel: numbers,
  /** As in the histogram. */
  since: z.nullable(z.number()),
})
export type LogFacets = z.infer<typeof facets>

export const listLogs = endpoint('GET /api/log', 'admin', {
  summary: 'Logs of all users, newest first',
  query: z.object({ ...filter, ...paging }),
  reply: page,
})

export const listOwnLogs = endpoint('GET /api/log/self', 'user', {
  summary: 'Own logs, newest first',
  query: z.object({ ...ownFilter, ...paging }),
  reply: page,
})

export const getLog = endpoint('GET /api/log/:id', 'admin', {
  summary: 'One row of the log',
  params: idParams,
  reply: log,
})

export const getOwnLog = endpoint('GET /api/log/self/:id', 'user', {
  summary: 'One own row of the log',
  params: idParams,
  reply: log,
})

export const logStat = endpoint('GET /api/log/stat', 'admin', {
  summary: 'Quota spent in the range; requests and tokens of the last minute',
  query: z.object(filter),
  reply: stat,
})

export const ownLogStat = endpoint('GET /api/log/self/stat', 'user', {
  summary: 'Own quota spent in the range; own requests and tokens of the last minute',
  query: z.object(ownFilter),
  reply: stat,
})

export const logHistogram = endpoint('GET /api/log/histogram', 'admin', {
  summary: 'How many rows of a filter there are over its time: served calls, failed calls, others',
  query: z.object({ ...filter, ...shape }),
  reply: histogram,
})

export const ownLogHistogram = endpoint('GET /api/log/self/histogram', 'user', {
  summary: 'How many own rows of a filter there are over its time: served calls, failed calls, others',
  query: z.object({ ...ownFilter, ...shape }),
  reply: histogram,
})

export const logFacets = endpoint('GET /api/log/facets', 'admin', {
  summary: 'The most frequent values of the rows of a filter, each field without its own filter',
  query: z.object(filter),
  reply: facets,
})

export const ownLogFacets = endpoint('GET /api/log/self/facets', 'user', {
  summary: 'The most frequent values of the own rows of a filter, each field without its own filter',
  query: z.object(ownFilter),
  reply: facets,
})

export const deleteLogs = endpoint('DELETE /api/log', 'admin', {
  summary:
    'Start to delete all entries older than a time; returns their number immediately. Balances, counters and roll-ups ' +
    'stay as they are',
  query: z.object({ target_timestamp: looseInteger }),
  reply: z.number(),
})

const deletion = z.object({
  running: z.boolean(),
  /** The time before which rows are deleted; 0 = there was no deletion. */
  before: z.number(),
  /** Rows that it had to delete, and those that are left. */
  rows: z.number(),
  left: z.number(),
})
export type LogDeletion = z.infer<typeof deletion>

export const logDeletion = endpoint('GET /api/log/deletion', 'admin', {
  summary: 'How far the last deletion of rows is',
  reply: deletion,
})

export const searchLogs = endpoint('GET /api/log/search', 'admin', {
  summary: 'The newest 100 rows of a type, or whose content begins with the keyword (among the newest 50,000)',
  query: z.object({ keyword: looseText }),
  reply: z.array(log),
})

export const searchOwnLogs = endpoint('GET /api/log/self/search', 'user', {
  summary: 'The newest 100 own rows of a type',
  query: z.object({ keyword: looseText }),
  reply: z.array(log),
})

/** Rows per page of a token's log. */
export const MAX_TOKEN_LOGS = 1000

export const tokenUsage = endpoint('GET /api/usage/token', 'public', {
  summary: 'Quota and limits of the token that is sent in `Authorization`; any origin may ask',
  query: z.object({ key: looseText }),
  reply: z.object({
    object: z.literal('token_usage'),
    name: z.string(),
    /** Quota units: what is left and what was used. */
    total_granted: z.number(),
    total_used: z.number(),
    total_available: z.number(),
    /** The three numbers bound nothing. */
    unlimited_quota: z.boolean(),
    /** Names and patterns, each with `true`; empty = all models, unless `model_limits_enabled`. */
    model_limits: z.record(z.string(), z.boolean()),
    model_limits_enabled: z.boolean(),
    /** Unix seconds; 0 = never. */
    expires_at: z.number(),
  }),
  /** As this family's key tools read it. */
  beside: z.object({ code: z.literal(true) }),
})

export const tokenLogs = endpoint('GET /api/log/token', 'public', {
  summary: 'Rows of the token that is sent in `Authorization` or `key`, newest first; any origin may ask',
  query: z.object({
    key: looseText,
    p: paging.p,
    page_size: z.pipe(
      looseInteger,
      z.transform((value) => (!value || value < 1 ? MAX_TOKEN_LOGS : Math.min(value, MAX_TOKEN_LOGS))),
    ),
  }),
  reply: z.array(log),
})

export const exportLogs = endpoint('GET /api/log/export', 'admin', {
  summary: 'All rows of a filter as a CSV or JSON Lines file, newest first',
  query: z.object({ ...filter, ...exportFormat }),
  reply: z.string(),
  wire: 'raw',
})

export const exportOwnLogs = endpoint('GET /api/log/self/export', 'user', {
  summary: 'All own rows of a filter as a CSV or JSON Lines file, newest first',
  query: z.object({ ...ownFilter, ...exportFormat }),
  reply: z.string(),
  wire: 'raw',
})
