import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idParams, looseText, nothing, textOrNull } from './fields.ts'

/** Calls that query the upstreams of channels: tests, model lists and balances. */

export const testChannel = endpoint('GET /api/channel/test/:id', 'admin', {
  summary: 'Send a small request to a channel; refusals have a `time` too. The status of the channel stays as it is',
  params: idParams,
  /** "" = the channel's test model, or its first model if it has none. */
  query: z.object({ model: looseText }),
  reply: nothing,
  /** Seconds. */
  beside: z.object({ time: z.number() }),
})

export const recoverChannel = endpoint('POST /api/channel/test/:id/enable', 'admin', {
  summary:
    'Send a small request to a channel and enable it if it responds and was disabled automatically; refusals have a `time` too',
  params: idParams,
  reply: nothing,
  /** `time` in seconds; `enabled` = this call enabled the channel. */
  beside: z.object({ time: z.number(), enabled: z.boolean() }),
})

export const reportFalseAlarm = endpoint('POST /api/channel/:id/false_alarm', 'admin', {
  summary:
    'Enable a channel that was disabled by mistake, and forget what failed there; `never`: do not disable it again',
  params: idParams,
  body: z.object({ never: z.boolean() }),
  /** `enabled`: this call enabled the channel. */
  reply: z.object({ enabled: z.boolean() }),
})

export const testChannels = endpoint('GET /api/channel/test', 'admin', {
  summary: 'Begin to test all channels; by the options, those that fail are disabled and those that recovered enabled',
  reply: nothing,
})

/** Progress of the test of all channels. */
export const testProgress = z.object({
  running: z.boolean(),
  /** Channels tested since the last start, out of `total`. */
  done: z.number(),
  total: z.number(),
  /** Number of tested channels that failed. */
  failed: z.number(),
})
export type TestProgress = z.infer<typeof testProgress>

export const channelTestProgress = endpoint('GET /api/channel/test/progress', 'admin', {
  summary: 'How far the test of all channels is',
  reply: testProgress,
})

export const stopTestingChannels = endpoint('DELETE /api/channel/test', 'admin', {
  summary: 'Stop the test of all channels on any node; tests in progress finish, no further ones start',
  reply: testProgress,
})

export const updateChannelBalance = endpoint('GET /api/channel/update_balance/:id', 'admin', {
  summary: "Ask a channel's upstream what is left of its credit",
  params: idParams,
  reply: nothing,
  /** USD. */
  beside: z.object({ balance: z.number() }),
})

export const updateChannelBalances = endpoint('GET /api/channel/update_balance', 'admin', {
  summary: 'Query the balances of all enabled channels that report one; the reply is sent when all have been queried',
  reply: z.object({ updated: z.number(), failed: z.number() }),
})

export const fetchChannelModels = endpoint('GET /api/channel/fetch_models/:id', 'admin', {
  summary: "The models that a channel's upstream lists",
  params: idParams,
  reply: z.array(z.string()),
})

/** Channel fields of a form; the channel need not be stored yet. */
export const probeInput = z.object({
  /** The stored channel whose key is used when `key` is empty, only for the stored address. */
  id: z.optional(z.number().check(z.int(), z.positive())),
  type: z.number().check(z.int()),
  /** Only the first line is used. */
  key: z.optional(textOrNull(1_000_000)),
  openai_organization: z.optional(textOrNull(200)),
  base_url: z.optional(textOrNull(2000)),
  other: z.optional(textOrNull(10_000)),
  models: z.optional(textOrNull(200_000)),
  model_mapping: z.optional(textOrNull(200_000)),
  /** As a channel has them: the proxy and the certificates are used. */
  settings: z.optional(textOrNull(250_000)),
  test_model: z.optional(textOrNull(200)),
  /** `answer`: starts with the model call, when address and key are verified already. */
  from: z.optional(z.enum(['reach', 'answer'])),
  /** `models`: stops after the model list. `answer`: stops before the streaming call. */
  until: z.optional(z.enum(['models', 'answer', 'stream'])),
})

export const PROBE_STEPS = ['reach', 'key', 'models', 'answer', 'stream'] as const
export type ProbeStepName = (typeof PROBE_STEPS)[number]

/** Kinds of failure that an operator can act on. */
export const PROBE_VERDICTS = [
  'ok',
  'unreachable',
  'timeout',
  'wrong_key',
  'no_credit',
  'rate_limited',
  'no_model',
  'wrong_address',
  'malformed',
  'refused',
  'not_offered',
  'not_testable',
] as const
export type ProbeVerdict = (typeof PROBE_VERDICTS)[number]

/** The result of one step. A failed step is the last one. */
export const probeStep = z.object({
  step: z.enum(PROBE_STEPS),
  state: z.enum(['passed', 'failed', 'skipped']),
  verdict: z.enum(PROBE_VERDICTS),
  ms: z.number(),
  /** Method and address of the request; "" when none was sent. */
  sent: z.string(),
  /** The start of the request body, without secrets. */
  body: z.optional(z.string()),
  /** HTTP status of the upstream; 0 = no response. */
  status: z.number(),
  /** The upstream's error message. */
  message: z.string(),
  /** Models listed by the upstream. */
  models: z.optional(z.array(z.string())),
  /** The model that was called. */
  model: z.optional(z.string()),
})
export type ProbeStep = z.infer<typeof probeStep>

export const probeChannel = endpoint('POST /api/channel/probe', 'admin', {
  summary:
    'Try the values of a channel form, step by step; the answer is an event stream of steps. The form is not stored; saved like that, or with the values of the stored channel `id`, the channel counts as tested',
  body: probeInput,
  reply: nothing,
  wire: 'raw',
})

export const fetchFormModels = endpoint('POST /api/channel/fetch_models', 'admin', {
  summary: 'The models that the upstream of a form lists, which is not stored',
  body: z.pick(probeInput, {
    id: true,
    type: true,
    key: true,
    openai_organization: true,
    base_url: true,
    other: true,
    settings: true,
  }),
  reply: z.array(z.string()),
})
