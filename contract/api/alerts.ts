import * as z from 'zod/mini'
import { RULE_KIND_NAMES, type RuleKind } from '../alerts/rules.ts'
import { isTimeOfDay, MAX_SINK_TEXT, SINK_KIND_NAMES, type SinkKind } from '../alerts/sinks.ts'
import { endpoint } from './endpoint.ts'
import { idParams, looseInteger, looseText, nothing, pageIndex, pageSize } from './fields.ts'

const words = z.object({ zh: z.string(), en: z.string() })

/** What an alert leads to; absent or 0 = nothing. */
const alertLinks = z.object({
  channel_id: z.optional(z.number()),
  model: z.optional(z.string()),
  /** Where the alert is about several models. */
  models: z.optional(z.array(z.string())),
  user_id: z.optional(z.number()),
})

const alert = z.object({
  id: z.number(),
  kind: z.string(),
  /** 0 = the rule was deleted. */
  rule_id: z.number(),
  rule_name: z.string(),
  /** What it is about. */
  name: z.string(),
  title: words,
  text: words,
  value: z.number(),
  links: alertLinks,
  /** Unix seconds. */
  since: z.number(),
  /** 0 = still open. */
  until: z.number(),
  /** When a sink last took a message about it; 0 = none did. */
  notified_at: z.number(),
  acknowledged_at: z.number(),
  acknowledged_by: z.string(),
  /** Until then no message is sent about it. */
  silenced_until: z.number(),
})
export type Alert = z.infer<typeof alert>

export const listAlerts = endpoint('GET /api/alert', 'admin', {
  summary: 'Alerts, the newest first: open ones, past ones, or all',
  query: z.object({
    p: pageIndex,
    page_size: pageSize,
    state: z._default(z.enum(['', 'open', 'resolved']), ''),
    kind: looseText,
    /** Unix seconds at which they began, both inclusive. */
    start_timestamp: looseInteger,
    end_timestamp: looseInteger,
  }),
  reply: z.array(alert),
})

export const openAlerts = endpoint('GET /api/alert/open', 'admin', {
  summary: 'The number of open alerts that nobody has acknowledged',
  reply: z.object({ count: z.number() }),
})

export const handleAlert = endpoint('PUT /api/alert/:id', 'admin', {
  summary: 'Acknowledge an alert, or send nothing about it for some time',
  params: idParams,
  body: z.object({
    acknowledged: z.optional(z.boolean()),
    /** 0 = not any more; at most 30 days. */
    silence_minutes: z.optional(z.int().check(z.gte(0), z.lte(43_200))),
  }),
  reply: alert,
})

const rule = z.object({
  id: z.number(),
  kind: z.enum(RULE_KIND_NAMES as [RuleKind, ...RuleKind[]]),
  name: z.string(),
  parameters: z.record(z.string(), z.number()),
  /** Ids of sinks. */
  sinks: z.array(z.number()),
  /** Its messages are sent in quiet hours as well. */
  urgent: z.boolean(),
  enabled: z.boolean(),
  /** Unix seconds of the last evaluation, 0 = none, and "" or why it failed. */
  evaluated_at: z.number(),
  error: z.string(),
  open: z.number(),
})
export type AlertRule = z.infer<typeof rule>

export const alertSink = z.object({
  id: z.number(),
  kind: z.enum(SINK_KIND_NAMES as [SinkKind, ...SinkKind[]]),
  name: z.string(),
  /** Without secrets. */
  settings: z.record(z.string(), z.string()),
  /** Names of the secrets that are set. */
  secrets: z.array(z.string()),
  /** Where it leads, without secrets: a host, addresses. */
  target: z.string(),
  language: z.enum(['zh', 'en']),
  /** Times of day in the site's time zone, `22:00`; "" = no quiet hours. */
  quiet_from: z.string(),
  quiet_to: z.string(),
  enabled: z.boolean(),
  /** Unix seconds; 0 = never. */
  last_sent_at: z.number(),
  last_error_at: z.number(),
  last_error: z.string(),
  /** Messages that wait: for the end of quiet hours, or for another attempt. */
  waiting: z.number(),
})
export type AlertSink = z.infer<typeof alertSink>

const alertSetup = z.object({
  rules: z.array(rule),
  sinks: z.array(alertSink),
  /** The site's, which quiet hours are in. */
  time_zone: z.string(),
  /** Whether a mail server is configured. */
  mail: z.boolean(),
})
export type AlertSetup = z.infer<typeof alertSetup>

export const getAlertSetup = endpoint('GET /api/alert/setup', 'root', {
  summary: 'The alert rules and their destinations',
  reply: alertSetup,
})

/** "" = the name of its kind. */
const name = z._default(z.string().check(z.trim(), z.maxLength(100)), '')
const ruleFields = {
  name,
  /** Missing parameters have their defaults. */
  parameters: z._default(z.record(z.string().check(z.maxLength(50)), z.number()), {}),
  sinks: z._default(z.array(z.int().check(z.positive())).check(z.maxLength(50)), []),
  urgent: z._default(z.boolean(), false),
  enabled: z._default(z.boolean(), true),
}

export const newAlertRule = z.object({ kind: z.enum(RULE_KIND_NAMES as [RuleKind, ...RuleKind[]]), ...ruleFields })

export const createAlertRule = endpoint('POST /api/alert/rule', 'root', {
  summary: 'Create a rule of alerts',
  body: newAlertRule,
  reply: alertSetup,
})

export const updateAlertRule = endpoint('PUT /api/alert/rule/:id', 'root', {
  summary: 'Change an alert rule; if it is disabled, its open alerts end without a message',
  params: idParams,
  body: z.object(ruleFields),
  reply: alertSetup,
})

export const deleteAlertRule = endpoint('DELETE /api/alert/rule/:id', 'root', {
  summary: 'Delete a rule of alerts; its open alerts end without a message',
  params: idParams,
  reply: alertSetup,
})

const timeOfDay = z._default(z.string().check(z.refine(isTimeOfDay)), '')
/** What is told of a sink, apart from its kind. */
export const sinkFields = {
  name,
  /** A secret that is missing stays as it is. */
  settings: z.record(z.string().check(z.maxLength(50)), z.string().check(z.maxLength(MAX_SINK_TEXT))),
  language: z._default(z.enum(['zh', 'en']), 'zh'),
  quiet_from: timeOfDay,
  quiet_to: timeOfDay,
  enabled: z._default(z.boolean(), true),
}

export const newAlertSink = z.object({ kind: z.enum(SINK_KIND_NAMES as [SinkKind, ...SinkKind[]]), ...sinkFields })

export const createAlertSink = endpoint('POST /api/alert/sink', 'root', {
  proof: true,
  summary: 'Create an alert destination',
  body: newAlertSink,
  reply: alertSetup,
})

export const updateAlertSink = endpoint('PUT /api/alert/sink/:id', 'root', {
  proof: true,
  summary: 'Change an alert destination; omitted secrets are kept',
  params: idParams,
  body: z.object(sinkFields),
  reply: alertSetup,
})

export const deleteAlertSink = endpoint('DELETE /api/alert/sink/:id', 'root', {
  summary: 'Delete an alert destination and its queued messages',
  params: idParams,
  reply: alertSetup,
})

export const testAlertSink = endpoint('POST /api/alert/sink/:id/test', 'root', {
  summary: 'Send a test message to a destination immediately',
  params: idParams,
  reply: nothing,
})
