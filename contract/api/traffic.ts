import * as z from 'zod/mini'
import { FAILURE_KINDS } from '../traffic.ts'
import { endpoint } from './endpoint.ts'
import { looseInteger, looseText, nothing } from './fields.ts'

/** Median, and what 95 % of calls did better than, so the slow end of a speed too; absent = nothing was measured. */
const percentiles = z.object({ p50: z.number(), p95: z.number() })

/** What was measured of attempts. */
const measured = {
  served: z.number(),
  /** Failed attempts by kind; only kinds that occurred. */
  failed: z.partialRecord(z.enum(FAILURE_KINDS), z.number()),
  /** Milliseconds until the first byte and until the last one. */
  first_byte_ms: z.optional(percentiles),
  total_ms: z.optional(percentiles),
  /** Output tokens a second of streams. */
  tokens_per_second: z.optional(percentiles),
}

/** A part of a time range: start in Unix seconds, with its length given by the range. */
const slice = z.object({ at: z.number(), served: z.number(), failed: z.number() })

/** The last error of a kind. */
const sample = z.object({
  kind: z.enum(FAILURE_KINDS),
  /** Unix seconds. */
  at: z.number(),
  /** HTTP status of the vendor; 0 = none. */
  status: z.number(),
  message: z.string(),
  request_id: z.string(),
})

/** A model at a channel. */
export const healthCell = z.object({
  channel_id: z.number(),
  channel_name: z.string(),
  channel_type: z.number(),
  /** 0 = the channel was deleted. */
  channel_status: z.number(),
  model_name: z.string(),
  ...measured,
  /** Attempts in progress at the channel, for all models, on the answering node. */
  in_flight: z.number(),
  /** Quota units charged, minus refunds. */
  quota: z.number(),
  /** In time order; parts without attempts are left out. */
  slices: z.array(
    z.extend(slice, {
      /** With `by` only: median until the first byte, and quota units charged. */
      first_byte_ms: z.optional(z.number()),
      quota: z.optional(z.number()),
    }),
  ),
  /** The last error of each kind, latest first. */
  errors: z.array(sample),
})
export type HealthCell = z.infer<typeof healthCell>

export const MAX_HEALTH_SECONDS = 31 * 86_400

export const channelHealth = endpoint('GET /api/channel/health', 'admin', {
  summary: 'What each channel did for each model in a time range, from real calls; the last 24 hours by default',
  query: z.object({
    start_timestamp: looseInteger,
    end_timestamp: looseInteger,
    channel: looseInteger,
    model_name: looseText,
    /**
     * `channel`: one cell for each channel, with all of its models and an empty `model_name`. `model`: one for each
     * model, with all of its channels and `channel_id` 0.
     */
    by: z.optional(z.enum(['channel', 'model'])),
  }),
  reply: z.array(healthCell),
  beside: z.object({
    /** Length of a slice in seconds. */
    step: z.number(),
  }),
})

/** A day of a model: start in Unix seconds (UTC). */
export const modelDay = z.object({ at: z.number(), ...measured })
export type ModelDay = z.infer<typeof modelDay>

export const modelPerformance = endpoint('GET /api/models/performance', 'public', {
  summary: 'What this site measured of a model on each of the last 30 days: success, first byte and speed',
  query: z.object({ name: z.string().check(z.minLength(1), z.maxLength(200)) }),
  reply: z.array(modelDay),
})

/** What was measured of a model on the last seven days; `null` = nothing. */
export const modelMeasure = z.object({
  name: z.string(),
  /** 1 = the model with most calls. */
  rank: z.number(),
  /** Success rate, 0 to 1. */
  share: z.nullable(z.number()),
  /** Medians. */
  first_byte_ms: z.nullable(z.number()),
  tokens_per_second: z.nullable(z.number()),
})
export type ModelMeasure = z.infer<typeof modelMeasure>

/** The same of all calls. */
export const siteMeasure = z.object({ ...z.omit(modelMeasure, { name: true, rank: true }).shape, calls: z.number() })
export type SiteMeasure = z.infer<typeof siteMeasure>

export const modelMeasures = endpoint('GET /api/models/measures', 'public', {
  summary: 'What this site measured of every called model on the last seven days, the most called first',
  reply: z.array(modelMeasure),
  /** `site`: of all calls; `null` while the status page is not public. */
  beside: z.object({ site: z.nullable(siteMeasure) }),
})

/** `quiet`: nobody called it lately, and it is offered. */
export const MODEL_STATES = ['up', 'slow', 'down', 'quiet'] as const

const incidentFields = {
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  /** Markdown. */
  body: z.string().check(z.maxLength(10_000)),
  /** [] = all models. */
  models: z.array(z.string().check(z.minLength(1), z.maxLength(200))).check(z.maxLength(100)),
}
export const incident = z.object({
  id: z.string(),
  /** Unix seconds. */
  created_at: z.number(),
  /** 0 = it goes on. */
  resolved_at: z.number(),
  title: z.string(),
  body: z.string(),
  models: z.array(z.string()),
})
export type Incident = z.infer<typeof incident>

export const modelStatus = z.object({
  model_name: z.string(),
  vendor: z.string(),
  state: z.enum(MODEL_STATES),
  /** Calls of the last 90 days by day (UTC); days without calls are left out. */
  days: z.array(slice),
})
export type ModelStatus = z.infer<typeof modelStatus>

export const siteStatus = endpoint('GET /api/status/models', 'public', {
  summary:
    'State of every model on offer now and on the last 90 days, and incidents; public with StatusPageEnabled, else for administrators',
  reply: z.array(modelStatus),
  beside: z.object({ incidents: z.array(incident) }),
})

export const createIncident = endpoint('POST /api/incident', 'admin', {
  summary: 'Report an incident on the status page',
  body: z.object(incidentFields),
  reply: incident,
})

export const updateIncident = endpoint('PUT /api/incident', 'admin', {
  summary: 'Change an incident, or end it',
  body: z.object({ id: z.string(), ...incidentFields, resolved: z.boolean() }),
  reply: incident,
})

export const deleteIncident = endpoint('DELETE /api/incident/:id', 'admin', {
  summary: 'Delete an incident',
  params: z.object({ id: z.string().check(z.maxLength(64)) }),
  reply: nothing,
})
